/**
 * Saved views, which come from the configuration, from the caller, or from administrators for all callers. access/
 * decides which views a caller may read and write. This file checks the input.
 */
import { GraphQLError } from 'graphql';
import {
  through,
  throughAdministrators,
  throughPublic,
  throughSelf,
  type GuardedResolvers,
} from '../../access/guard.ts';
import type { Self } from '../../access/self.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { isSearch, MAX_VIEW_NAME, MAX_VIEW_SEARCH, MAX_VIEWS, type StoredView } from '../../store/saved-views.ts';
import { StoreUnavailableError } from '../../store/store.ts';
import { badInput, quoted } from '../arguments.ts';
import type { SavedView } from '../parts.ts';

interface Named {
  readonly name: string;
  readonly everybody: boolean;
}
interface SaveArguments {
  readonly input: Named & { readonly search: string };
}
interface RemoveArguments {
  readonly input: Named;
}

export const savedViewResolvers = (views: readonly SavedView[]): GuardedResolvers => ({
  Query: {
    // Views of the configuration are equal for all callers.
    views: throughPublic(() => views),
    savedViews: throughSelf((_: unknown, _args: unknown, self) => read(self)),
  },
  Mutation: {
    saveView: through(
      'rbacSelf',
      'rbacAdministrators',
    )(async (_: unknown, { input }: SaveArguments, { rbacSelf: self, rbacAdministrators: administrators }) => {
      const view = { name: nameOf(input.name), search: searchOf(input.search) };
      const saved = await stored(() => (input.everybody ? administrators.saveView(view) : self.saveView(view)));
      if (saved === undefined) throw refused(input.everybody, self);
      if (saved === 'FULL')
        throw badInput(
          'input.name',
          `there is no room for ${quoted(view.name)}: at most ${MAX_VIEWS} views are kept. Remove one first.`,
        );
      return read(self);
    }),
    removeView: through(
      'rbacSelf',
      'rbacAdministrators',
    )(async (_: unknown, { input }: RemoveArguments, { rbacSelf: self, rbacAdministrators: administrators }) => {
      const name = nameOf(input.name);
      const removed = await stored(() => (input.everybody ? administrators.removeView(name) : self.removeView(name)));
      if (removed === undefined) throw refused(input.everybody, self);
      return read(self);
    }),
  },
  SavedViews: {
    mayShare: throughAdministrators((_: unknown, _args: unknown, administration) => administration.isAdministrator()),
  },
  StoredView: { savedAt: ({ savedAt }: StoredView) => new Date(savedAt) },
});

async function read(
  self: Self,
): Promise<{ readonly mine: readonly StoredView[]; readonly everybody: readonly StoredView[] }> {
  const [mine, everybody] = await stored(() => Promise.all([self.ownViews(), self.viewsForAll()]));
  return { mine, everybody };
}

function nameOf(typed: string): string {
  const name = typed.trim();
  // Control characters would break the menu of views.
  if (name === '' || name.length > MAX_VIEW_NAME || /\p{Cc}/u.test(name) || !name.isWellFormed())
    throw badInput('input.name', `expected 1 to ${MAX_VIEW_NAME} characters in one line, got ${quoted(typed)}.`);
  return name;
}

function searchOf(search: string): string {
  if (!isSearch(search) || /\p{Cc}/u.test(search) || !search.isWellFormed())
    throw badInput(
      'input.search',
      `expected the part of an address from "?" on, at most ${MAX_VIEW_SEARCH} characters, got ${quoted(search)}.`,
    );
  return search;
}

function refused(everybody: boolean, self: Self): GraphQLError {
  if (!everybody || !self.views) return failed('This process keeps no views.');
  return badInput(
    'input.everybody',
    'only administrators save and remove views for everybody. Leave it out to keep the view for yourself.',
  );
}

/** Runs a read or write of the store. If the store is unavailable, the error has the code OVERLOADED. */
async function stored<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    throw failed(
      'The store of the views cannot be reached or refuses. Try again later; the log of fleetgraph names the cause.',
    );
  }
}

function failed(message: string): GraphQLError {
  const code: ErrorCode = 'OVERLOADED';
  return new GraphQLError(message, { extensions: { code } });
}
