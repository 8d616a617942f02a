/** Suggestions for text typed into a search box. */
import { SUGGESTION_FIELDS, type SuggestionField } from '../../readmodel/query.ts';
import type { GuardedResolvers } from '../../access/guard.ts';
import { withInputErrors, badInput } from '../arguments.ts';
import { objectFilter, searchWords, type ObjectFilterInput } from './filter-input.ts';
import { throughLists } from './objects.ts';

interface SuggestionsArguments {
  readonly text: string;
  readonly filter?: ObjectFilterInput | null;
  readonly fields?: readonly SuggestionField[] | null;
  readonly limit: number;
}

const MAX_LIMIT = 50;

export const suggestionResolvers: GuardedResolvers = {
  Query: {
    suggestions: throughLists(
      async (
        _: unknown,
        { text, filter, fields, limit }: SuggestionsArguments,
        { rbacRows: rows, rbacNames: names },
      ) => {
        if (limit < 0 || limit > MAX_LIMIT) throw badInput('limit', `${limit} is no number from 0 to ${MAX_LIMIT}.`);
        const request = {
          words: searchWords(text, 'text'),
          fields: SUGGESTION_FIELDS.filter(field => fields?.includes(field) ?? true),
          limit,
        };
        const among = await objectFilter(filter, names);
        return withInputErrors(() => rows.suggest(among, request));
      },
    ),
  },
};
