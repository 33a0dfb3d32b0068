/** Persons that a user or a program records. Finding people who can help is question answering: related.ts. */
import type { Handlers, Written } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { Person, PersonUpdate, SeededPerson } from '../../contract/schemas';
import type { PersonRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { findOrMakePerson, keysOfAttached, toWirePerson } from '../assets/attach';
import { dropAnnotation, keysOfDropping } from '../assets/annotations';
import { deleteLinked, link, touched } from '../assets/links';
import { edit, keyOf, find, findAsset } from '../records';
import { lookupsOf, personIdentity } from '../library/lookups';
import { toCollection } from '../wireValues';

type PersonOperation =
  'personsCreateNewPerson' | 'personsSnapshot' | 'personSnapshot' | 'updatePerson' | 'personsDeletePerson';

export function personHandlers(context: ApiContext) {
  const { store } = context;
  return {
    personsCreateNewPerson: ({ body }) => create(context, body),
    personsSnapshot: () =>
      toCollection(
        () => [...store.list('persons')],
        (person) => toWirePerson(person),
      ),
    personSnapshot: ({ params }) => toWirePerson(find(store, 'persons', params.person)),
    updatePerson: ({ body }) => update(context, body),
    personsDeletePerson: ({ params }) => {
      const annotations = () => find(store, 'persons', params.person).annotations ?? [];
      return deleteLinked(context, 'persons', params.person, {
        keys: () => keysOfDropping(store, annotations()),
        delete: (draft) => annotations().forEach((annotation) => dropAnnotation(draft, annotation)),
      });
    },
  } satisfies Pick<Handlers, PersonOperation>;
}

/** Returns the person with the same e-mail address, else user name, name or URL; creates one if missing. */
async function create(context: ApiContext, { type, asset }: SeededPerson): Promise<Written<Person>> {
  const wanted = namesOf(type.basic ?? {});
  if (personIdentity(wanted) === undefined) {
    throw new ApiError('invalid', 'body.type.basic is empty: expected a name, an email, a username or a url.');
  }
  const linked = asset === undefined ? undefined : findAsset(context.store, asset).id;
  const id = await edit(
    context,
    () => [
      ...keysOfAttached(context, { tags: [], websites: [], persons: [wanted] }),
      ...(linked === undefined ? [] : [keyOf('assets', linked)]),
    ],
    (draft) => {
      const person = findOrMakePerson(context, draft, wanted);
      if (linked !== undefined) link(context, draft, { asset: linked, collection: 'persons', id: person.id });
      return person.id;
    },
  );
  return toWirePerson(find(context.store, 'persons', id));
}

/**
 * Updates a person; absent fields are kept. The identity of another person is refused, because persons are never
 * merged.
 */
async function update(context: ApiContext, { id, type }: PersonUpdate): Promise<Written<Person>> {
  await edit(
    context,
    () => [keyOf('persons', id)],
    (draft) => {
      const before = find(draft, 'persons', id);
      const after = { ...before, ...namesOf(type?.basic ?? {}), updated: touched(context, before) };
      const other = lookupsOf(context.store).personKnownAs(personIdentity(after) ?? '');
      if (other !== undefined && other !== id) {
        throw new ApiError('invalid', `body.type.basic is the person ${other} already: change that one.`);
      }
      draft.put('persons', after);
    },
  );
  return toWirePerson(find(context.store, 'persons', id));
}

type Names = Pick<PersonRecord, 'name' | 'email' | 'username' | 'url'>;

function namesOf({ name, email, username, url }: { [Field in keyof Names]?: string | undefined }): Names {
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(username !== undefined && { username }),
    ...(url !== undefined && { url }),
  };
}
