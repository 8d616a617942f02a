/** Names made by a controller differ at their end only; so the end stays when the middle has no room. */
const END = 6;

export function Name({ name }: { name: string }) {
  if (name.length < 4 * END) return name;
  return (
    <>
      <span className="name-start">{name.slice(0, -END)}</span>
      {name.slice(-END)}
    </>
  );
}
