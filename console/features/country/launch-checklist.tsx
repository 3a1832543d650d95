import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ResultOf } from '#schemas/api/call.ts';
import { countryCalls, type SetupPart } from '#schemas/operator/country-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { hasRight, useSession } from '#console/data/session.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { countryText } from '#console/parts/country-and-time.ts';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { setupStepOf } from './setup-steps.ts';

type Part = ResultOf<typeof countryCalls.readLaunchChecklist>['parts'][number];

/** Parts of a country's setup, each with a link to the screen that configures it. */
export function LaunchChecklist({ region }: { region: RegionId }) {
  const { t } = useLingui();
  const query = useOperatorQuery(
    countryCalls.readLaunchChecklist,
    { query: { region } },
    { fresh: 'queue' },
  );
  return (
    <RecordQuery label={t`Loading the checklist`} query={query}>
      {({ parts }) => (
        <div className="grid max-w-[48rem] gap-4">
          <Summary region={region} parts={parts} />
          <ul className="divide-y divide-line rounded-card bg-surface-raised px-4 card-rise">
            {parts.map((part) => (
              <PartRow key={part.part} region={region} part={part} />
            ))}
          </ul>
        </div>
      )}
    </RecordQuery>
  );
}

/** Status of the country's setup: ready, open but incomplete, or not open yet. */
function Summary({ region, parts }: { region: RegionId; parts: readonly Part[] }) {
  const { i18n } = useLingui();
  const country = countryText(i18n, region);
  const missing = parts.filter((part) => part.is_required && !part.is_done).length;
  const isOpen = parts.some(({ part, is_done }) => part === 'settings' && is_done);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Badge tone={missing === 0 ? 'good' : isOpen ? 'warn' : 'neutral'}>
        {missing === 0 ? (
          <Trans>Ready</Trans>
        ) : isOpen ? (
          <Trans>Open, but incomplete</Trans>
        ) : (
          <Trans>Not open yet</Trans>
        )}
      </Badge>
      <p className="min-w-0 flex-1">
        {missing === 0 ? (
          <Trans>Companies can register in {country} and use the whole app.</Trans>
        ) : isOpen ? (
          <>
            <Trans>Companies can register in {country}.</Trans>{' '}
            <Plural
              value={missing}
              one="# required part is missing."
              other="# required parts are missing."
            />
          </>
        ) : (
          <Trans>Companies can register in {country} as soon as it has settings.</Trans>
        )}
      </p>
    </div>
  );
}

interface PartRowProps {
  readonly region: RegionId;
  readonly part: Part;
}

function PartRow({
  region,
  part: { part, is_done: isDone, is_required: isRequired },
}: PartRowProps) {
  const { i18n } = useLingui();
  const session = useSession();
  const step = setupStepOf(part);
  const canOpen = step.link !== undefined && hasRight(session, step.link.right);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-80">
        <p className="font-semibold">{i18n._(partTexts[part].name)}</p>
        <p className="text-small text-ink-soft break-long">
          {isDone ? i18n._(partTexts[part].purpose) : i18n._(step.instruction)}
        </p>
        {canOpen && step.link && (
          <ConsoleLink
            href={linkOf(step.link.href, region)}
            className="text-small font-semibold text-info underline"
          >
            {i18n._(step.link.text)}
          </ConsoleLink>
        )}
      </div>
      <Badge tone={isDone ? 'good' : isRequired ? 'warn' : 'neutral'}>
        {isDone ? (
          <Trans context="setup">Done</Trans>
        ) : isRequired ? (
          <Trans context="setup">Missing</Trans>
        ) : (
          <Trans>Missing, recommended</Trans>
        )}
      </Badge>
    </li>
  );
}

/** Returns the link for a step. A link to another tab of this screen keeps the country. */
const linkOf = (href: string, region: RegionId): string =>
  href.startsWith('/country?') ? `${href}&region=${region}` : href;

const partTexts: Readonly<
  Record<SetupPart, { readonly name: MessageDescriptor; readonly purpose: MessageDescriptor }>
> = {
  settings: {
    name: msg`Settings`,
    purpose: msg`Rules for companies, scans, projects and points.`,
  },
  registration_surveys: {
    name: msg`Registration questions`,
    purpose: msg`The country’s own questions, or the shared ones.`,
  },
  product_types: {
    name: msg`Product types`,
    purpose: msg`Types that can be scanned. Shared by all countries.`,
  },
  points: {
    name: msg`Points for products`,
    purpose: msg`Points that a company gets for each type of product.`,
  },
  tiers: {
    name: msg`Levels`,
    purpose: msg`Extra points for companies that install many products in a year.`,
  },
  serials: {
    name: msg`Serial numbers`,
    purpose: msg`Numbers of genuine products. Shared by all countries.`,
  },
  shop: { name: msg`Shop`, purpose: msg`Products that companies order with their points.` },
  news: { name: msg`News and tutorials`, purpose: msg`Articles on the app’s start screen.` },
  product_guide: {
    name: msg`Product guide`,
    purpose: msg`Shows installers which product an old data plate belongs to.`,
  },
  second_person: {
    name: msg`Second person`,
    purpose: msg`Another operator with a passkey can approve settings changes.`,
  },
};
