/** Parses ids of topology nodes that callers pass as arguments. */
import { decodeObjectId, decodeSegment } from '../../schema/object-id.ts';
import { badInput, decoded, quoted } from '../arguments.ts';

export interface PolicyNodeId {
  readonly cluster: string;
  readonly id: string;
}

/** @throws GraphQLError BAD_USER_INPUT unless the id is spelled exactly as the topology spells it */
export function nodeIdArgument(argument: string, text: string): PolicyNodeId {
  const hash = text.indexOf('#');
  const section = hash < 0 ? undefined : text.slice(hash + 1);
  if (section !== undefined && !decodeSegment(section))
    throw badInput(
      argument,
      `${quoted(section)} is no section. After # comes the name of a section, as encodeURIComponent spells it.`,
    );
  return decoded(argument, () => ({
    cluster: decodeObjectId(hash < 0 ? text : text.slice(0, hash)).cluster,
    id: text,
  }));
}
