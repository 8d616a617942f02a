/** Sign-in with the identity provider, if there is one, or with a token. Announces why the user is signed out. */
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { publicPath } from '../public-path.ts';
import { texts } from '../texts.ts';
import { signInUrl } from './browser-session.ts';
import { session, type SessionState } from './session.ts';

type Why = Extract<SessionState, { type: 'out' }>['why'];

export function SignIn({ why }: { why: Why }) {
  const field = useRef<HTMLInputElement>(null);
  const [provider, setProvider] = useState<string>();
  useEffect(() => {
    document.title = texts.title(texts.signIn.button);
    field.current?.focus();
    void signInUrl().then(setProvider);
  }, []);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const token = field.current?.value.trim() ?? '';
    if (token !== '') session.use(token);
  };
  const said = texts.signIn;
  return (
    <main className="whole-page">
      <form className="sign-in" onSubmit={submit} autoComplete="off">
        <h1>
          <img src={`${publicPath}/icon.svg`} alt="" width="28" height="28" /> {texts.product}
        </h1>
        <p className="quiet">{said.what}</p>
        <p role="alert" className="problem">
          {said.why[why]}
        </p>
        {provider !== undefined && (
          <>
            <a className="main-button" href={provider}>
              {said.provider}
            </a>
            <p className="quiet small">{said.orToken}</p>
          </>
        )}
        <label htmlFor="token">{said.label}</label>
        <input
          id="token"
          ref={field}
          type="password"
          spellCheck={false}
          autoComplete="off"
          required
          aria-describedby="token-kept"
        />
        <p id="token-kept" className="quiet small">
          {said.kept}
        </p>
        <button className="main-button">{said.button}</button>
      </form>
    </main>
  );
}
