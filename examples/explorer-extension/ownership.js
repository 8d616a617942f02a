/**
 * Example of an extension of the Explorer. Its page counts the failing objects of each team. Its card links to the
 * runbook of an object.
 *
 * @import { Explorer, ExtendedObject } from '@fleetgraph/client/explorer'
 */

const TEAM = 'team';
const RUNBOOK = 'example.com/runbook';

const FAILING = `query Failing {
  objects(filter: { statuses: [FAILED] }, first: 200) {
    totalCount
    nodes { id labels }
  }
}`;

const ANNOTATIONS = `query Runbook($id: ID!) {
  object(id: $id) { id live { state message metadata { annotations } } }
}`;

/**
 * @param {HTMLElement} host
 * @param {Explorer} explorer
 */
export async function page(host, explorer) {
  const { data, problem } = await explorer.query(FAILING);
  if (problem !== undefined) host.append(element('p', problem));
  if (!data) return undefined;
  const { nodes, totalCount } = data.objects;
  const teams = Map.groupBy(nodes, ({ labels }) => labels[TEAM] ?? '');
  const largest = Math.max(1, ...[...teams.values()].map(({ length }) => length));
  host.append(element('p', `${nodes.length} of ${totalCount} failing objects, by the label ${TEAM}.`));
  const list = element('ul', '');
  list.style.cssText = 'list-style: none; padding: 0; display: grid; gap: 6px; max-width: 40rem';
  const bars = [...teams]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([team, { length }]) => {
      const item = element('li', '');
      item.style.cssText = 'display: grid; grid-template-columns: 12rem 1fr; gap: 12px; align-items: center';
      const link = element('a', `${team || 'no team'}: ${length}`);
      link.href = explorer.href({ objects: team ? `status:failed label:${TEAM}=${team}` : 'status:failed' });
      const bar = element('span', '');
      bar.style.cssText = `height: 14px; border-radius: 2px; width: ${(100 * length) / largest}%`;
      item.append(link, bar);
      list.append(item);
      return bar;
    });
  host.append(list);
  // CSS variables of the Explorer follow the theme automatically. Colours that a script sets must be set again.
  const paint = theme => bars.forEach(bar => (bar.style.background = theme === 'dark' ? '#ff8a80' : '#b3261e'));
  paint(explorer.theme.now());
  return explorer.theme.follow(paint);
}

/**
 * @param {HTMLElement} host
 * @param {Explorer} explorer
 * @param {ExtendedObject} object
 */
export async function card(host, explorer, { id, kind, name }) {
  const { data, problem } = await explorer.query(ANNOTATIONS, { id });
  const live = data?.object?.live;
  const address = live?.metadata?.annotations[RUNBOOK] ?? '';
  if (problem !== undefined || (live && live.state !== 'OK')) host.append(element('p', problem ?? live.message));
  // Anybody who may write the object controls its annotations, so only https:// addresses become links.
  else if (URL.canParse(address) && new URL(address).protocol === 'https:') {
    const link = element('a', `Runbook of ${kind} ${name}`);
    Object.assign(link, { href: address, target: '_blank', rel: 'noreferrer' });
    host.append(link);
  } else host.append(element('p', `${kind} ${name} has no annotation ${RUNBOOK} with an https:// address.`));
}

/** Creates an element. The text is set as text content, so markup in names has no effect. */
function element(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}
