import { typedText } from '#schemas/primitives.ts';
import { loadCompanyForOperator, searchCompanies } from '../account/operator-companies.ts';
import { loadPersonForOperator, searchPeople } from '../account/operator-people.ts';
import { loadHandoverDocument, loadHandoverForOperator } from '../handover/operator-handovers.ts';
import { loadOrderForOperator } from '../orders/operator-orders.ts';
import { loadPhotoForOperator } from '../photos/operator-photos.ts';
import { loadProjectForOperator } from '../projects/operator-projects.ts';
import { type Command, type CommandArgument, idArgument, readCommand } from './command.ts';

const searchText: CommandArgument = {
  name: 'TEXT',
  schema: typedText(100, 2),
  format: 'a text with 2 to 100 characters, in quotes if it has spaces',
};

/** Commands that show one record, or search for records. */
export const recordCommands: readonly Command[] = [
  readCommand(
    'companies search',
    { summary: 'find companies by id, name, tax number or address', args: [searchText] },
    ({ args: [text = ''] }, { db }) => searchCompanies(db, text),
    (rows) => rows.map(formatFields),
  ),
  readCommand(
    'companies show',
    {
      summary: 'a company: points, people by id, latest projects and orders, history',
      args: [idArgument('COMPANY')],
    },
    async ({ args: [company = ''], canReadPersonalData }, { db }) => {
      const record = await loadCompanyForOperator(db, company.toLowerCase());
      return canReadPersonalData ? record : { ...record, history: omitReasons(record.history) };
    },
    formatRecord,
  ),
  {
    name: 'handovers save',
    summary: 'save the PDF of a signed handover sheet as a file',
    args: [idArgument('HANDOVER')],
    isAction: false,
    readsPersonalData: true,
    savesFile: true,
    run: async ({ args: [handover = ''] }, services) => {
      const bytes = await loadHandoverDocument(handover.toLowerCase(), services);
      return [Buffer.from(bytes).toString('base64')];
    },
  },
  readCommand(
    'handovers show',
    {
      summary: 'a signed handover sheet: hashes, differences, consent, products',
      args: [idArgument('HANDOVER')],
      readsPersonalData: true,
    },
    ({ args: [handover = ''] }, { db }) => loadHandoverForOperator(db, handover.toLowerCase()),
    formatRecord,
  ),
  readCommand(
    'orders show',
    {
      summary: 'an order: goods, company, recipient, points, history',
      args: [idArgument('ORDER')],
      readsPersonalData: true,
    },
    ({ args: [order = ''] }, { db }) => loadOrderForOperator(db, order.toLowerCase()),
    formatRecord,
  ),
  readCommand(
    'people search',
    {
      summary: 'find people by id, name, email address or phone number',
      args: [searchText],
      readsPersonalData: true,
      // The search text may be a name, an address or a number.
      auditedArgs: () => Promise.resolve([]),
    },
    ({ args: [text = ''] }, { db }) => searchPeople(db, text),
    (rows) => rows.map(formatFields),
  ),
  readCommand(
    'people show',
    {
      summary: 'a person: contact data, company, sessions, account changes, history',
      args: [idArgument('PERSON')],
      readsPersonalData: true,
    },
    ({ args: [person = ''] }, { db, clock }) =>
      loadPersonForOperator(db, person.toLowerCase(), clock.now()),
    formatRecord,
  ),
  {
    name: 'photos save',
    summary: 'save a product’s photo as a file; `projects show` has its id',
    args: [idArgument('PHOTO')],
    isAction: false,
    readsPersonalData: true,
    savesFile: true,
    run: async ({ args: [photo = ''] }, services) => {
      const bytes = await loadPhotoForOperator(photo.toLowerCase(), services);
      return [Buffer.from(bytes).toString('base64')];
    },
  },
  readCommand(
    'projects show',
    {
      summary: 'a project: products with scan and photo ids, points at stake, history',
      args: [idArgument('PROJECT')],
    },
    async ({ args: [project = ''], canReadPersonalData }, { db }) => {
      const record = await loadProjectForOperator(db, project.toLowerCase());
      if (canReadPersonalData) return record;
      const history = omitReasons(record.history);
      return { ...record, street: null, postal_code: null, history };
    },
    formatRecord,
  ),
];

/** Hides the reasons of actions, which may name people. */
function omitReasons<Entry extends { readonly why: string }>(history: readonly Entry[]) {
  return history.map((entry) => ({ ...entry, why: null }));
}

/** A value of a record; dates are printed in ISO format. */
type Value = string | number | boolean | Date | null;
/** A record for operators, with nested lists of records. */
type OperatorRecord = Readonly<Record<string, Value | readonly Readonly<Record<string, Value>>[]>>;

/**
 * Formats a record as lines. A field is printed as `field: value`. A list is printed as a line with its name and
 * length, followed by one line for each entry.
 */
function formatRecord(record: OperatorRecord): string[] {
  return Object.entries(record).flatMap(([field, value]) => {
    const label = field.replaceAll('_', ' ');
    if (!isList(value)) return [`${label}: ${formatValue(value)}`];
    return [`${label} (${value.length})`, ...value.map((entry) => `  ${formatFields(entry)}`)];
  });
}

/** Formats a list entry as one line, omitting fields that are null. */
function formatFields(entry: Readonly<Record<string, Value>>): string {
  return Object.entries(entry)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => `${field.replaceAll('_', ' ')}: ${formatValue(value)}`)
    .join('  ');
}

function isList(value: OperatorRecord[string]): value is Exclude<OperatorRecord[string], Value> {
  return Array.isArray(value);
}

function formatValue(value: Value): string {
  if (value === null) return '-';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  // Continuation lines of a text are indented, so that they don't look like fields.
  return String(value).replaceAll('\n', '\n    ');
}
