/**
 * Batches the lookups of one GraphQL request. The lookups of one kind for all rows of a list become one question, which
 * is answered at one version of the index.
 */
import DataLoader from 'dataloader';
import type { Accessors } from '../../access/guard.ts';
import type { Question } from '../../readmodel/question.ts';
import { isObjectId } from '../../schema/object-id.ts';
import { withInputErrors } from '../arguments.ts';
import type { Hubs } from './hubs.ts';
import type { Page } from './arguments.ts';
import type { Assignment, Copy, Workload } from './joins.ts';
import {
  assignedBy,
  assignmentPages,
  copyPages,
  memberViews,
  placed,
  policies,
  type AssignmentsRequest,
  type CopiesRequest,
  type MemberView,
  type Policy,
} from './questions.ts';

type Rows = Accessors['rbacRows'];

/** The batch size needs no limit, because the limit on the cost of a request also limits the number of rows. */
const BATCHES = { maxBatchSize: Infinity };

function byText<Request, Answer>(): DataLoader.Options<Request, Answer, string> {
  return { ...BATCHES, cacheKeyFn: request => JSON.stringify(request) };
}

export class Loaders {
  readonly #rows: Rows;
  readonly #isOff: boolean;
  readonly #placed: DataLoader<string, Workload | undefined>;
  readonly #policies: DataLoader<string, Policy | undefined>;
  readonly #members: DataLoader<string, MemberView | undefined>;
  readonly assigned: DataLoader<string, string[]>;
  readonly assignments: DataLoader<AssignmentsRequest, Page<Assignment>, string>;
  readonly copies: DataLoader<CopiesRequest, Page<Copy>, string>;

  constructor(rows: Rows, hubs: Hubs, now: () => number) {
    this.#rows = rows;
    this.#isOff = hubs.all.length === 0;
    this.#placed = new DataLoader(ids => this.ask(placed(hubs, ids)), BATCHES);
    this.#policies = new DataLoader(ids => this.ask(policies(hubs, ids, now())), BATCHES);
    this.#members = new DataLoader(ids => this.ask(memberViews(hubs, ids)), BATCHES);
    this.assigned = new DataLoader(ids => this.ask(assignedBy(hubs, ids)), BATCHES);
    this.assignments = new DataLoader(requests => this.ask(assignmentPages(hubs, requests)), byText());
    this.copies = new DataLoader(requests => this.ask(copyPages(hubs, requests)), byText());
  }

  /** Asks a question on all clusters, because the copies of a workload may be in any cluster. */
  ask<T>(question: Question<T>): Promise<T> {
    return withInputErrors(() => this.#rows.ask({}, question));
  }

  placed(id: string): Promise<Workload | undefined> {
    return this.#of(this.#placed, id);
  }

  policy(id: string): Promise<Policy | undefined> {
    return this.#of(this.#policies, id);
  }

  member(id: string): Promise<MemberView | undefined> {
    return this.#of(this.#members, id);
  }

  async #of<T>(loader: DataLoader<string, T | undefined>, id: string): Promise<T | undefined> {
    return this.#isOff || !isObjectId(id) ? undefined : loader.load(id);
  }
}
