import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
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
  'registration surveys': msg`Registration questions`,
  points: msg`Points for products`,
  tiers: msg`Levels`,
  shop: msg`Shop`,
};

/** Names of transports that are the same in all languages. */
const transportNames = { smtp: 'SMTP', gateway: 'HTTP', push_service: 'Web Push' } as const;

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
      [migrations.latest, ...migrations.pending, ...migrations.newer].filter(Boolean).join(', '),
      (migrations.pending.length > 0 && msg`Database updates haven’t run yet.`) ||
        (migrations.newer.length > 0 && msg`A newer version has changed the database.`),
    ),
    row('epoch', msg`Database history`, epoch, false),
    row(
      'clock',
      msg`Clock`,
      i18n._(msg`${seconds} s ahead of the database`),
      !clock.is_correct &&
        msg`Codes and sessions can expire at the wrong time. Set the server’s clock.`,
    ),
    row(
      'files',
      msg`Files`,
      files.store === 'bucket' ? 'S3' : i18n._(msg`Database`),
      !files.is_reachable && msg`The file store doesn’t respond. Photos can’t be opened or saved.`,
    ),
    ...messages.map(({ channel, transport, is_failing: isFailing }) =>
      row(
        channel,
        channelTexts[channel],
        transport === 'memory'
          ? i18n._(msg`Kept on the server, not sent`)
          : transportNames[transport],
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
      health.missing_setup.length > 0 && msg`Parts are missing. Add them with the setup files.`,
    ),
  ];
}

function databaseText(i18n: I18n, { kind, response_ms: ms }: Health['database']): string {
  return kind === 'postgres'
    ? i18n._(msg`PostgreSQL, responded in ${ms} ms`)
    : i18n._(msg`Embedded, responded in ${ms} ms`);
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
