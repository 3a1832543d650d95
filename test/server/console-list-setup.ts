import { calls } from '#schemas/api/calls.ts';
import { addDays } from '#schemas/calendar-day.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type CountrySettings, type SettingChange } from '#schemas/operator/settings-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { applyDueSettings } from '#server/configuration/settings-versions.ts';
import { startOrderConsole } from './console-order-setup.ts';

export const czechia = regionIdOf('CZ');
const why = 'agreed for next year';

/** Starts a console with the demo's settings, and helpers to change the texts and lists of Czechia. */
export async function startListConsole() {
  const server = await startOrderConsole();
  const signIn = () => server.signIn('country_lead', [czechia]);
  let lead = await signIn();

  const read = async () => {
    const query = { region: czechia };
    const { result } = await server.operate(operatorCalls.readCountrySettings, { query }, lead);
    if (result.settings === null) throw new Error('The country has no settings.');
    return { ...result, settings: result.settings };
  };
  /** Changes a setting, with effect in this number of days. `before` is its current value. */
  const change = async (
    field: SettingChange['field'],
    before: unknown,
    value: unknown,
    { days = 0, token = lead }: { days?: number; token?: string } = {},
  ) => {
    const { today } = await read();
    // Invalid values must be sent, too.
    const changes = [{ field, before: JSON.stringify(before), value } as SettingChange];
    const body = { region: czechia, changes, starts_on: addDays(today, days), why };
    return server.operate(operatorCalls.changeSettings, { body }, token);
  };
  return {
    server,
    read,
    change,
    /** Cancels the planned version of a setting. */
    cancel: async (field: SettingChange['field']) => {
      const { result } = await server.operate(
        operatorCalls.listSettingsVersions,
        { query: {} },
        lead,
      );
      const plannedVersions = result.data.filter(({ state }) => state === 'planned');
      const version = plannedVersions.find(({ changes }) =>
        changes.some((each) => each.field === field),
      );
      if (!version) throw new Error('No version is planned.');
      const input = { params: { id: version.id }, body: { why } };
      return server.operate(operatorCalls.cancelSettingsVersion, input, lead);
    },
    /** Lets days pass, and signs in again. */
    passDays: async (days: number) => {
      server.clock.advance(days * DAY_MS);
      await applyDueSettings(server.services);
      lead = await signIn();
    },
    /** Settings of the country as every app reads them. */
    inApp: async (): Promise<CountrySettings['regional']> => {
      const { result } = await server.call(calls.getPublicConfiguration, {});
      const found = result.regional_settings.find(({ region }) => region === 'CZ');
      if (!found) throw new Error('The country has no settings.');
      return found;
    },
  };
}
