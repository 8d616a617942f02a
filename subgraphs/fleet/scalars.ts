/**
 * The scalars of the fleet subgraph.
 */
import { GraphQLScalarType } from 'graphql';
import { GraphQLJSONObject } from 'graphql-scalars';
import { badInput } from './bad-input.ts';

/**
 * Resolvers give milliseconds since the epoch. As input any text is taken here and judged where it is used, because only there the error
 * can say which argument is wrong.
 */
export const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  serialize: value => keptText(value as number),
  parseValue: value => {
    if (typeof value !== 'string') throw badInput('A DateTime is a text in RFC 3339 with a time zone: "2026-01-31T12:00:00Z".');
    return value;
  },
});

export const JSONObject = GraphQLJSONObject;

const KEPT = 8_192;
/** What was written lately, each where its second says: what many lists begin with is written again and again. */
const keptTimes = new Float64Array(KEPT).fill(NaN);
const keptTexts = Array<string>(KEPT).fill('');

function keptText(time: number): string {
  const slot = (time / 1_000) & (KEPT - 1);
  if (keptTimes[slot] === time) return keptTexts[slot]!;
  const text = isoText(time);
  keptTimes[slot] = time;
  return (keptTexts[slot] = text);
}

const DAY = 86_400_000;
/** The first millisecond with a year of five digits. */
const YEAR_10_000 = 253_402_300_800_000;
const MAX_DATES = 10_000;
/** By day since the epoch: `2026-01-31T`. */
const dates = new Map<number, string>();
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
/** By minute of the day: `23:59:`. */
const MINUTES = Array.from({ length: 24 * 60 }, (_, minute) => `${TWO_DIGITS[Math.floor(minute / 60)]}:${TWO_DIGITS[minute % 60]}:`);
/** Kubernetes knows whole seconds: `59.000Z`. */
const SECONDS = TWO_DIGITS.map(second => `${second}.000Z`);

/** What Date.toISOString() says in a fraction of its time: a page has two of these a row. */
function isoText(time: number): string {
  if (!(time >= 0 && time < YEAR_10_000)) return new Date(time).toISOString();
  const day = Math.floor(time / DAY);
  let date = dates.get(day);
  if (date === undefined) {
    if (dates.size >= MAX_DATES) dates.clear();
    dates.set(day, (date = new Date(day * DAY).toISOString().slice(0, 11)));
  }
  const inDay = Math.floor(time - day * DAY);
  const [second, fraction] = [Math.floor(inDay / 1_000), inDay % 1_000];
  const [minute, inMinute] = [MINUTES[Math.floor(second / 60)], second % 60];
  return fraction === 0
    ? `${date}${minute}${SECONDS[inMinute]}`
    : `${date}${minute}${TWO_DIGITS[inMinute]}.${String(fraction).padStart(3, '0')}Z`;
}
