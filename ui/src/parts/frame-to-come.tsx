/** Frame without content, like the frame in index.html. Shown until the caller is known. */
import { publicPath } from '../public-path.ts';
import { texts } from '../texts.ts';

const Bars = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, index) => <span key={index} className="bar-to-come" />);

export function FrameToCome({ words }: { words: string }) {
  return (
    <div className="frame frame-to-come">
      <header className="top">
        <span className="product">
          <img src={`${publicPath}/icon.svg`} alt="" width="22" height="22" />
          <span>{texts.product}</span>
        </span>
        <nav aria-hidden="true">
          <Bars count={3} />
        </nav>
      </header>
      <div className="honesty">
        <p className="honesty-line" role="status">
          {words}
        </p>
      </div>
      <main>
        <h1 className="sr-only">{texts.product}</h1>
        <Bars count={3} />
      </main>
    </div>
  );
}
