import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { addDays } from '#schemas/calendar-day.ts';
import { catalogueLanguages, languageIds } from '#schemas/languages.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { roles } from '#schemas/roles.ts';
import { readTexts } from '#server/texts/texts.ts';
import { readCatalogue } from '#test/setup/catalogue.ts';
import {
  runInTimeZone,
  localDay,
  readCalendar,
  readWithNodeIcal,
} from '#test/setup/read-calendar.ts';
import { type CalendarServer, startCalendarServer } from './calendar-setup.ts';
import { agreement, moveLead, newLead } from './lead-setup.ts';

/* The content of a person's calendar feed. */

let server: CalendarServer;
beforeAll(async () => {
  server = await startCalendarServer();
});
beforeEach(() => server.deleteAll());
afterAll(() => server.close());

describe('a calendar feed', () => {
  test('has the leads and projects with a day, and a single event for both if they belong to one job', async () => {
    const [project, lead, agreed] = [
      await server.addProject('polishOwner', server.inDays(3)),
      await server.addLead(server.inDays(1)),
      await server.addLead(server.inDays(2)),
    ];
    await newLead(server, 'polishOwner');
    await server.newProject('polishOwner');
    const steps = agreement({ expected_installation_date: server.inDays(2) });
    await moveLead(server, await server.tokenOf('polishOwner'), agreed, steps);
    const events = await server.eventsOf(await server.createFeed('polishOwner'));
    expect(events.map(({ uid, startDate }) => [uid, startDate.toString()])).toEqual([
      [`installation-${lead}`, server.inDays(1)],
      [`installation-${agreed}`, server.inDays(2)],
      [`installation-${project}`, server.inDays(3)],
    ]);
    const links = events.map(({ component }) => component.getFirstPropertyValue('url'));
    expect(links).toEqual([
      `https://club.example/leads/${lead}`,
      `https://club.example/projects/${steps.project_id}`,
      `https://club.example/projects/${project}`,
    ]);
  });

  test('describes a job in the person’s language, and two calendar parsers read it', async () => {
    await server.addLead(server.inDays(1));
    const path = await server.createFeed('polishStaff');
    const { body, headers } = await server.read(path);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    const { property, events } = readCalendar(body);
    expect([property('name'), property('x-wr-timezone')]).toEqual([
      'Installer Club: montaże',
      'Europe/Warsaw',
    ]);
    const expected = {
      summary: 'Montaż: Ewa Sikora',
      location: 'ul. Wiślna 3, 31-007 Kraków',
      description: '+48600100203\n2 × Okno obrotowe',
    };
    expect(events).toEqual([expect.objectContaining(expected)]);
    expect(readWithNodeIcal(body)).toEqual([
      expect.objectContaining({ ...expected, datetype: 'date' }),
    ]);
    await server.setStaff({ languages_id: languageIds.cs });
    expect((await server.eventsOf(path))[0]?.summary).toBe('Montáž: Ewa Sikora');
    await server.setStaff({ languages_id: languageIds.pl });
  });
});

describe('a feed', () => {
  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Warsaw', 'Europe/London'])(
    'has all-day events on the same day in %s, even when the clocks change',
    async (zone) => {
      // The tests start in May: the clocks change on the last Sundays of October and March.
      const days = ['2026-10-25', '2026-12-31', '2027-03-28'];
      for (const day of days) await server.addProject('polishOwner', day);
      const { body } = await server.read(await server.createFeed('polishOwner'));
      runInTimeZone(zone, () => {
        const spans = readWithNodeIcal(body).map(({ start, end }) => [
          localDay(start),
          localDay(end ?? start),
        ]);
        expect(spans).toEqual(days.map((day) => [day, addDays(day, 1)]));
      });
    },
  );

  test('names the time zone of the company’s region, and contains nothing from other companies (security 10)', async () => {
    await server.addProject('polishOwner', server.inDays(1));
    await server.addProject('czechOwner', server.inDays(2), 'Česká 1');
    const { body } = await server.read(await server.createFeed('czechOwner'));
    const { property, events } = readCalendar(body);
    expect(property('x-wr-timezone')).toBe('Europe/Prague');
    expect(events.map(({ location }) => location)).toEqual(['Česká 1, 00-950 Łódź']);
  });

  test('omits old days, closed and deleted projects, and ended leads', async () => {
    const token = await server.tokenOf('polishOwner');
    const [deletedProject, closedProject, lead] = [
      await server.addProject('polishOwner', server.inDays(1)),
      await server.addProject('polishOwner', server.inDays(1)),
      await server.addLead(server.inDays(1)),
    ];
    await server.addProject('polishOwner', server.inDays(0));
    await server.call(calls.deleteProject, { params: { id: deletedProject } }, token);
    await server.db
      .updateTable('projects')
      .set({ status: projectStatus.closed })
      .where('uuid', '=', closedProject)
      .execute();
    await moveLead(server, token, lead, { status: 'lost', reasons: ['price_too_high'] });
    const path = await server.createFeed('polishOwner');
    expect(await server.eventsOf(path)).toHaveLength(1);
    await server.db
      .updateTable('projects')
      .set({ installation_date: server.inDays(-91) })
      .execute();
    expect(await server.eventsOf(path)).toHaveLength(0);
  });

  test('shows leads only to people who currently have access to them', async () => {
    await server.addProject('polishOwner', server.inDays(1));
    await server.addLead(server.inDays(2));
    const agreedLead = await server.addLead(server.inDays(3));
    const steps = agreement({ expected_installation_date: server.inDays(3) });
    await moveLead(server, await server.tokenOf('polishOwner'), agreedLead, steps);
    const path = await server.createFeed('polishStaff');
    const days = async () =>
      (await server.eventsOf(path)).map(({ startDate }) => startDate.toString());
    expect(await days()).toEqual([server.inDays(1), server.inDays(2), server.inDays(3)]);
    const projectsOnly = [server.inDays(1), server.inDays(3)];
    await server.setCompany({ accepts_leads: false });
    expect(await days()).toEqual(projectsOnly);
    await server.setCompany({ accepts_leads: true });
    await server.setStaff({ role: roles.decorStaff });
    expect(await days()).toEqual(projectsOnly);
    await server.setStaff({ role: roles.staff });
  });
});

test.each(catalogueLanguages)('the feed’s texts in %s match the app’s', async (language) => {
  const texts = Object.entries(readTexts(language)).filter(([key]) =>
    /^(product\.|calendar\.installation$)/.test(key),
  );
  const english = readTexts('en');
  const catalogue = [...(await readCatalogue(language)).values()];
  const appTexts = texts.map(([key]) => {
    const source = catalogue.find(
      ({ message, context }) => message === english[key] && context === undefined,
    );
    return [key, language === 'en' ? source?.message : source?.translation];
  });
  expect(texts).toHaveLength(14);
  expect(appTexts).toEqual(texts);
});
