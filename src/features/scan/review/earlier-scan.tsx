import { Trans, useLingui } from '@lingui/react/macro';
import type { EarlierScan as Earlier } from '#schemas/api/errors.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useProjectAddress } from '#src/features/projects/queries.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { LinkSlot } from '#src/ui/links.tsx';

/** Shows who in the company scanned the product before, and when, with a link to the project. */
export function EarlierScan({
  scan,
}: {
  scan: Pick<Earlier, 'projects_id' | 'created_at' | 'by'>;
}) {
  const scanText = useEarlierScanText(scan);
  return (
    <div className="mt-1">
      <p className="break-long">{scanText}</p>
      <LinkSlot
        target={linkTo(paths.project(scan.projects_id))}
        className="flex min-h-target items-center font-semibold underline underline-offset-4"
      >
        <Trans>Open that project</Trans>
      </LinkSlot>
    </div>
  );
}

/** Formats the earlier scan as a sentence. */
function useEarlierScanText({
  projects_id,
  created_at,
  by,
}: Pick<Earlier, 'projects_id' | 'created_at' | 'by'>) {
  const { t } = useLingui();
  const format = useFormat();
  const address = useProjectAddress(projects_id);
  const date = format.dateTime(created_at);
  if (address === null) {
    return by === null
      ? t`Your company scanned it on ${date}.`
      : t`${by} in your company scanned it on ${date}.`;
  }
  return by === null
    ? t`Your company scanned it on ${date}, for ${address}.`
    : t`${by} in your company scanned it on ${date}, for ${address}.`;
}
