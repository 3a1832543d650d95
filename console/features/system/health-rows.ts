import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { Health, RequiredPart } from '#schemas/operator/system-calls.ts';
import { countryText } from '#console/parts/country-and-time.ts';
import { channelTexts } from '#console/parts/message-texts.ts';

/** A part of the server, with the reason if it needs attention. */
export interface HealthRow {
  readonly id: string;
  readonly part: string;
  readonly detail: string;
  /** Null if it works. */
  readonly problem: string | null;
}

const missingTexts: Readonly<Record<RequiredPart, MessageDescriptor>> = {
  countries: msg`Countries`,
  'product types': msg`Product types`,
  'serial numbers': msg`Serial numbers`,
  'registration surveys': msg`Questions at registration`,
  points: msg`Points for products`,
  tiers: msg`Levels`,
  shop: msg`Shop`,
};

const transportTexts = {
  smtp: msg`Sent by a mail server`,
  gateway: msg`Sent by an SMS gateway`,
  push_service: msg`Sent by the push services of browsers`,
  memory: msg`Kept on the server, not sent`,
} as const satisfies Record<Health['messages'][number]['transport'], MessageDescriptor>;

/** Describes each part of the server in plain words. */
export function healthRows(i18n: I18n, health: Health): readonly HealthRow[] {
  const row = (
    id: string,
    part: MessageDescriptor,
    detail: string,
    problem: MessageDescriptor | false,
  ): HealthRow => ({
    ...{ id, part: i18n._(part), detail },
    problem: problem === false ? null : i18n._(problem),
  });
  const { version, database, migrations, epoch, clock, files, messages, jobs } = health;
  const seconds = i18n.number(clock.offset_ms / 1000);
  const failedJobs = jobs.failing + jobs.late;
  return [
    row('server', msg`Server`, i18n._(msg`Version ${version}`), false),
    row('database', msg`Database`, databaseText(i18n, database), false),
    row(
      'migrations',
      msg`Database structure`,
      migrationText(i18n, migrations),
      (migrations.pending.length > 0 && msg`Updates of the database haven’t run yet.`) ||
        (migrations.newer.length > 0 && msg`A newer version has changed the database.`),
    ),
    row('epoch', msg`Database history`, epoch, false),
    row(
      'clock',
      msg`Clock`,
      i18n._(msg`${seconds} s ahead of the database`),
      !clock.is_correct &&
        msg`Codes and sessions can end at the wrong time. Set the server’s clock.`,
    ),
    row(
      'files',
      msg`Files`,
      i18n._(files.store === 'bucket' ? msg`In an S3 bucket` : msg`In the database`),
      !files.is_reachable && msg`The file store doesn’t respond. Photos can’t be opened or saved.`,
    ),
    ...messages.map(({ channel, transport, is_failing: isFailing }) =>
      row(
        channel,
        channelTexts[channel],
        i18n._(transportTexts[transport]),
        isFailing && msg`Some couldn’t be sent. See “Failed messages”.`,
      ),
    ),
    row(
      'jobs',
      msg`Jobs`,
      i18n._(msg`${jobs.good} work, ${failedJobs} failed or late, ${jobs.new} not run yet`),
      failedJobs > 0 && msg`Some jobs fail. See “Jobs”.`,
    ),
    row(
      'setup',
      msg`Setup`,
      missingText(i18n, health),
      health.missing_setup.length > 0 && msg`Parts are missing. Add them with the setup’s files.`,
    ),
  ];
}

function databaseText(i18n: I18n, { kind, response_ms: ms }: Health['database']): string {
  return kind === 'postgres'
    ? i18n._(msg`PostgreSQL, responded in ${ms} ms`)
    : i18n._(msg`Embedded, responded in ${ms} ms`);
}

function migrationText(i18n: I18n, migrations: Health['migrations']): string {
  const { applied, latest, pending, newer } = migrations;
  const count = i18n._(
    msg`${plural(applied, { one: '# update applied', other: '# updates applied' })}`,
  );
  return [count, latest, ...pending, ...newer].filter(Boolean).join(', ');
}

function missingText(i18n: I18n, { missing_setup: parts }: Health): string {
  if (parts.length === 0) return i18n._(msg`Complete`);
  return parts
    .map(({ region, part }) => {
      const name = i18n._(missingTexts[part]);
      return region === null ? name : `${countryText(i18n, region)}: ${name}`;
    })
    .join(', ');
}
