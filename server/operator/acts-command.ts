import { type Kysely } from 'kysely';
import * as v from 'valibot';
import { day, moment, typedText, uuid } from '#schemas/primitives.ts';
import { type Database } from '../db/tables.ts';
import { type CommandInput, type CommandOption, readCommand } from './command.ts';
import { detailNames } from './operator-tables.ts';
import { recordCommands } from './record-commands.ts';
import { isActionOn } from './record-history.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1000;
/** Commands that only read data. They are hidden by default, because they would outnumber the actions. */
const readOnlyCommands = recordCommands.map(({ name }) => name);

const time = v.union([moment, day]);
const options: readonly CommandOption[] = [
  {
    name: 'since',
    value: 'TIME',
    format: 'a day such as 2027-05-04, or a time in UTC: shows actions from then on',
    schema: time,
  },
  {
    name: 'before',
    value: 'TIME',
    format:
      'a day or a time in UTC: shows only earlier actions, for example those before the last line',
    schema: time,
  },
  { name: 'person', value: 'ID', format: 'the id of a person or another record', schema: uuid },
  {
    name: 'act',
    value: 'COMMAND',
    format: 'a command in quotes, such as “orders reject”',
    schema: typedText(60, 2),
  },
  {
    name: 'limit',
    value: 'N',
    format: `a number from 1 to ${MAX_LIMIT}; ${DEFAULT_LIMIT} by default`,
    schema: v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/),
      v.check((text) => Number(text) >= 1 && Number(text) <= MAX_LIMIT),
    ),
  },
  {
    name: 'reads',
    format: 'without a value: also shows commands that only read data',
    schema: v.literal(''),
  },
];

/** Lists operators' actions, newest first. */
export const actsCommand = readCommand(
  'acts',
  { summary: 'operator actions, newest first', options },
  (request, { db }) => listActions(db, request.options),
  (rows) =>
    rows.map(({ at, operator, command, words, outcome, why, details }) =>
      [
        at.toISOString(),
        operator,
        [command, ...words].join(' '),
        outcome ?? 'running',
        why === '' ? '-' : why,
        ...detailNames.flatMap((name) => (details?.[name] ? [`${name}: ${details[name]}`] : [])),
      ].join('  '),
    ),
);

function listActions(db: Kysely<Database>, filter: CommandInput['options']) {
  const { since, before, person, act, limit } = filter;
  let query = db
    .selectFrom('operator_acts')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('uuid')
    .limit(Number(limit ?? DEFAULT_LIMIT));
  if (since !== undefined) query = query.where('at', '>=', new Date(since));
  if (before !== undefined) query = query.where('at', '<', new Date(before));
  if (person !== undefined) query = query.where(isActionOn(person));
  if (act !== undefined) query = query.where('command', '=', act);
  else if (filter['reads'] === undefined)
    query = query.where('command', 'not in', readOnlyCommands);
  return query.execute();
}
