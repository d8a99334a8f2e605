import { HIDDEN } from '../config/redact.ts';
import type { ApiResponse } from '../http/api.ts';
import type { User, UserId, UserInput } from '../protocol/user.ts';
import { carried, compare, compareSecret, judged, unlessMasked } from './compared.ts';
import { writeFailure } from './failure.ts';
import { type UserFacts, userFacts } from './known.ts';
import type { Mutations } from './mutations.ts';
import { type Compared, joinWarnings, type Outcome, withReadBack } from './outcome.ts';
import { runRead, runWrite, updateMemory, type WriteContext } from './write.ts';

const CREATE_AGAIN =
  'Create it again with the same name: “already in use” then means that it exists. Its id is only in the answer.';
const SEND_AGAIN = 'Send the same change again: that is safe, and the answer shows the user as it is now.';
const NO_CONTENT_STATUS = 204;
const DELETE_AGAIN = 'Delete it again: “not found” then means that it is gone.';

/** A2 to A4, and the list of known users, which no endpoint provides. */
export function userWrites(
  context: WriteContext,
): Pick<Mutations, `${'create' | 'read' | 'update' | 'delete' | 'remember' | 'forget'}User`> {
  const { api, known, clock } = context;

  const keep = async (facts: UserFacts): Promise<string | undefined> => {
    const { id, username = '' } = facts;
    if (id === undefined) return 'Its id is not known, so it is not on the list here.';
    known.setState((state) => ({ facts: { ...state.facts, [id]: facts } }));
    return updateMemory(context, (memory) => memory.rememberUser({ id, name: username }));
  };
  const forget = async (id: UserId): Promise<string | undefined> => {
    known.setState((state) => {
      const { [id]: _, ...facts } = state.facts;
      return { facts };
    });
    return updateMemory(context, (memory) => memory.forgetUser(id));
  };

  /** What an answer to A3 proves about a change; an empty one only reads. */
  const judgeUpdate = async (
    id: UserId,
    { compared, done }: { readonly compared: readonly Compared[]; readonly done: string },
    response: ApiResponse<User>,
  ): Promise<Outcome<UserFacts>> => {
    const facts = userFacts(response.value, { id, name: knownName(context, id) }, clock.now());
    const isOther = String(facts.id) !== String(id);
    return judged(response, {
      value: facts,
      compared: isOther ? [compare('id', id, { value: facts.id }), ...compared] : compared,
      done: `User ${nameIn(facts)} ${done}.`,
      howToFindOut: SEND_AGAIN,
      warning: isOther ? undefined : await keep(facts),
    });
  };
  const readUser = (id: UserId, change: Partial<UserInput>, signal?: AbortSignal) =>
    runRead(context, { action: 'read user', target: nameOf(context, id) }, async () => {
      const response = { ...(await api.updateUser(id, {}, { signal })), message: undefined };
      const changed = Object.keys(change).length > 0;
      const compared = comparedUser(change, response.value).map(unlessMasked);
      return judgeUpdate(id, { compared, done: changed ? 'is as it was sent' : 'is read' }, response);
    });

  return {
    createUser: (input, signal) =>
      runWrite(context, {
        action: 'create user',
        target: (value) =>
          value?.id === undefined ? `user (${input.username})` : `user ${value.id} (${value.username})`,
        fields: fieldsOf(input),
        howToFindOut: CREATE_AGAIN,
        async send(announce) {
          await announce();
          const response = await api.createUser(input, { signal });
          const facts = userFacts(response.value, {}, clock.now());
          const id: Compared = { field: 'id', sent: null, answered: facts.id, verdict: 'missing' };
          return judged(response, {
            value: facts,
            compared: [...(facts.id === undefined ? [id] : []), ...comparedUser(input, response.value)],
            done: `User ${facts.username} has the id ${facts.id}.`,
            howToFindOut: CREATE_AGAIN,
            details: detailsOf(facts),
            warning: await keep(facts),
          });
        },
      }),

    readUser: (id, signal) => readUser(id, {}, signal),

    async updateUser(id, change, signal) {
      const outcome = await runWrite(context, {
        action: 'update user',
        target: nameOf(context, id),
        fields: fieldsOf(change),
        howToFindOut: SEND_AGAIN,
        async send(announce) {
          await announce();
          const response = await api.updateUser(id, change, { signal });
          const compared = comparedUser(change, response.value);
          return judgeUpdate(id, { compared, done: 'is updated' }, response);
        },
      });
      const readBack = async (again?: AbortSignal): Promise<Outcome<UserFacts>> =>
        withReadBack(await readUser(id, change, again), readBack);
      return withReadBack(outcome, readBack);
    },

    deleteUser: ({ id, name }, signal) =>
      runWrite(context, {
        action: 'delete user',
        target: `user ${id} (${name})`,
        fields: {},
        howToFindOut: DELETE_AGAIN,
        async send(announce): Promise<Outcome<undefined>> {
          await announce();
          let response: ApiResponse<undefined>;
          try {
            response = await api.deleteUser(id, { signal });
          } catch (error) {
            const failure = writeFailure(error, DELETE_AGAIN);
            if (failure.status !== 404) return failure;
            const warning = await forget(id);
            const message = `User ${id} is gone already, and taken off the list here. ${failure.message}`;
            return { ...failure, message, warning };
          }
          // It is answered with a message, or with the status that has no body.
          const saysDone = response.status === NO_CONTENT_STATUS || Boolean(response.message);
          const outcome = judged(response, {
            value: undefined,
            compared: saysDone ? [] : [compare('the user', id, undefined)],
            done: `User ${id} (${name}) is deleted.`,
            howToFindOut: DELETE_AGAIN,
          });
          return outcome.kind === 'confirmed'
            ? { ...outcome, warning: joinWarnings(outcome.warning, await forget(id)) }
            : outcome;
        },
      }),

    rememberUser: (user) => updateMemory(context, (memory) => memory.rememberUser(user)),
    forgetUser: forget,
  };
}

/** What was sent beside what the user in the answer has. The levels of rights come in other letters. */
function comparedUser(
  { username, password, accessRights = [] }: Partial<UserInput>,
  user: User,
): readonly Compared[] {
  const { username: name, password: secret, accessRights: rights = [] } = user.attributes ?? {};
  return [
    ...(username === undefined ? [] : [compare('username', username, carried(name))]),
    ...(password === undefined ? [] : [compareSecret('password', password, secret)]),
    ...accessRights.map((sent) => {
      const found = rights?.findLast((right) => right.name.toLowerCase() === sent.name.toLowerCase());
      return compare(
        `accessRights.${sent.name}`,
        sent.value.toLowerCase(),
        carried({ value: found?.value?.toLowerCase() }),
      );
    }),
  ];
}

/** Everything in the response, because it cannot be read again later. */
function detailsOf({
  id,
  username,
  algorithm,
  rights,
  unknownRights = [],
}: UserFacts): readonly (readonly [string, string])[] {
  return [
    ...(id === undefined ? [] : [['Id', String(id)] as const]),
    ...(username === undefined ? [] : [['Username', username] as const]),
    ...(algorithm === undefined ? [] : [['Password hashing', algorithm] as const]),
    ...Object.entries(rights).map(([name, level]) => [`Right ${name}`, level] as const),
    ...unknownRights
      .filter(({ name }) => !(name.toLowerCase() in rights))
      .map(({ name, value }) => [`Right ${name}`, value] as const),
  ];
}

function nameIn({ id, username = '' }: UserFacts): string {
  return username === '' ? `${id}` : `${id} (${username})`;
}

function knownName({ known }: WriteContext, id: UserId): string | undefined {
  return known.getState().users.find((user) => user.id === id)?.name;
}

function nameOf(context: WriteContext, id: UserId): string {
  const name = knownName(context, id);
  return name === undefined || name === '' ? `user ${id}` : `user ${id} (${name})`;
}

/** For the audit: the values that are set, without the password. */
function fieldsOf(input: Partial<UserInput>): Record<string, unknown> {
  const { username, password, accessRights } = input;
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password: HIDDEN }),
    ...(accessRights !== undefined && {
      accessRights: Object.fromEntries(accessRights.map(({ name, value }) => [name, value])),
    }),
  };
}
