import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { calls } from '#schemas/api/calls.ts';
import { dayIn } from '#schemas/calendar-day.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import type { Lead } from '#schemas/lead.ts';
import { leadOf, projectOf } from '#test/component-fixtures/entities.ts';
import { personOf, renderScreen } from '#test/component-fixtures/render-screen.tsx';
import { offeredLead } from '#test/setup/offered-lead.ts';

const NOTE = 'Gate on the left, ring twice.';
const withoutLeads = (self: InstallerUser): InstallerUser => ({
  ...self,
  company: { ...self.company, accepts_leads: 0 },
});

/** Makes the app fetch everything, as when its page becomes visible again. */
const refresh = () => document.dispatchEvent(new Event('visibilitychange'));

/** Opens the notes of a lead and changes them. */
async function fillNotes(lead: Lead) {
  const server = await renderScreen(`/leads/${leadOf().uuid}`, {
    person: 'czechOwner',
    server: (fake) => fake.list(calls.listLeads, [lead]),
  });
  await page.getByRole('button', { name: /^(Add|Edit) notes$/ }).click();
  const notes = page.getByRole('textbox', { name: 'Notes' });
  await notes.fill(NOTE);
  return { server, notes };
}

test('a screen that is no longer permitted stays until its form is saved or left', async () => {
  const { server, notes } = await fillNotes(leadOf());
  server.respond(calls.getSignedInUser, withoutLeads(personOf('czechOwner')));
  refresh();
  const reason = 'This isn’t available to your account';
  await expect.element(page.getByRole('status').filter({ hasText: reason })).toHaveLength(1);
  await expect.element(notes).toHaveValue(NOTE);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('heading', { name: reason })).toBeVisible();
});

test('a lead rejected by a colleague stays open until its form is saved', async () => {
  const { server, notes } = await fillNotes(leadOf({ status: 'contacted' }));
  const checkpoints = new Set<string | undefined>();
  const lostLead = leadOf({
    op_id: crypto.randomUUID(),
    status: 'lost',
    reasons: ['too_far_away'],
  });
  server.respond(calls.listLeads, ({ query }) => {
    checkpoints.add(query['since']);
    return { data: [lostLead], meta: { last_page: 1, total: 1, checkpoint: '3' } };
  });
  refresh();
  // The next request starts after the rejected lead has been stored.
  await expect
    .poll(() => {
      refresh();
      return checkpoints.has('3');
    })
    .toBe(true);
  await expect.element(notes).toHaveValue(NOTE);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => location.pathname).toBe(`/leads/${leadOf().uuid}/archive`);
});

test('staff without access to leads see only projects', async () => {
  const today = dayIn('PL', Date.now());
  const project = projectOf({ street_name: 'Dachowa 5', installation_date: today });
  const server = await renderScreen('/today', {
    person: 'polishStaff',
    server: (fake) => {
      fake.list(calls.listLeads, [leadOf({ expected_installation_date: today })]);
      fake.list(calls.listProjects, [project]);
    },
  });
  const leadLink = page
    .getByRole('main')
    .getByRole('link', { name: offeredLead.customer_info.StreetHouseNumber });
  const projectLink = page
    .getByRole('region', { name: 'Today', exact: true })
    .getByRole('link', { name: project.street_name })
    .first();
  await expect.element(leadLink.first()).toBeVisible();
  await expect.element(projectLink).toBeVisible();
  server.respond(calls.getSignedInUser, withoutLeads(personOf('polishStaff')));
  refresh();
  await expect.element(leadLink).not.toBeInTheDocument();
  await expect.element(projectLink).toBeVisible();
});
