import { calls } from '#schemas/api/calls.ts';
import { addDays, dayIn } from '#schemas/calendar-day.ts';
import type { RoleId } from '#schemas/roles.ts';
import { readCalendar } from '#test/setup/read-calendar.ts';
import { enableLeads, moveLead, newLead } from './lead-setup.ts';
import { startScanServer } from './scan-setup.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

/** A server whose companies have leads, with helpers to plan installations and read calendar feeds. */
export async function startCalendarServer(variables: Record<string, string> = {}) {
  const server = await startScanServer({ APP_URL: 'https://club.example', ...variables });
  await enableLeads(server, 'polishOwner', 'czechOwner');
  /**
   * Reads a feed.
   * @param url path of its link
   */
  const read = (url: string, headers: Record<string, string> = {}) =>
    server.app.inject({ url, headers });
  const { polishOwner, polishStaff } = accounts;
  return {
    ...server,
    read,
    /** Returns the day in Poland this many days from now. */
    inDays: (days: number) => addDays(dayIn('PL', server.clock.now()), days),
    /** Creates the account's link and returns its path. */
    async createFeed(account: AccountKey): Promise<string> {
      const token = await server.tokenOf(account);
      const { status, result } = await server.call(calls.createCalendarFeed, {}, token);
      if (status !== 201) throw new Error(`Creating a feed responded with ${status}.`);
      return result.path;
    },
    /** Reads the events of a feed. Throws if it has ended. */
    async eventsOf(path: string) {
      const { statusCode, body } = await read(path);
      if (statusCode !== 200) throw new Error(`The feed responded with ${statusCode}.`);
      return readCalendar(body).events;
    },
    async addProject(account: AccountKey, installationDate: string, streetName = 'Polna 2') {
      const body = { streetName, postalCode: '00-950', city: 'Łódź', installationDate };
      const token = await server.tokenOf(account);
      return (await server.call(calls.createProject, { body }, token)).result.uuid;
    },
    /** Creates a lead of the Polish company whose customer was contacted and has a day. */
    async addLead(date: string) {
      const id = await newLead(server, 'polishOwner');
      await moveLead(
        server,
        await server.tokenOf('polishOwner'),
        id,
        { status: 'interested' },
        { status: 'contacted' },
        { expected_installation_date: date },
      );
      return id;
    },
    /** Changes the Polish company. */
    setCompany: (values: { accepts_leads?: boolean; active?: 0 | 1 }) =>
      server.db
        .updateTable('companies')
        .set(values)
        .where('id', '=', polishOwner.companyId)
        .execute(),
    /** Changes the Polish staff. */
    setStaff: (values: { role?: RoleId; active?: boolean; languages_id?: number }) =>
      server.db.updateTable('installers').set(values).where('id', '=', polishStaff.id).execute(),
    /** Deletes all installations and links. */
    async deleteAll() {
      for (const table of ['calendar_feeds', 'leads', 'projects'] as const)
        await server.db.deleteFrom(table).execute();
    },
  };
}
export type CalendarServer = Awaited<ReturnType<typeof startCalendarServer>>;
