import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { settingsCalls } from '#schemas/operator/settings-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { Badge, type Tone } from '#src/ui/feedback/badge.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { hasRight, useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { SmallActionButton } from '#console/parts/action-button.tsx';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { timeText } from '#console/parts/country-and-time.ts';
import { PartTable } from '#console/parts/record/part-table.tsx';
import { settingChangeText } from '#console/parts/setting-texts.ts';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { rowButtonClass, settingQueries } from './country-texts.ts';
import { RestoreVersion, type Version } from './restore-version.tsx';

const states: Readonly<Record<Version['state'], { tone: Tone; text: ReturnType<typeof msg> }>> = {
  planned: { tone: 'info', text: msg({ message: 'Planned', context: 'settings' }) },
  active: { tone: 'good', text: msg({ message: 'Took effect', context: 'settings' }) },
  cancelled: { tone: 'neutral', text: msg({ message: 'Cancelled', context: 'settings' }) },
};

interface VersionsTabProps {
  readonly region: RegionId;
  readonly canEdit: boolean;
}

/** Versions of a country's settings, with the values before and after each change. */
export function VersionsTab({ region, canEdit }: VersionsTabProps) {
  const { t, i18n } = useLingui();
  const canSeeAudit = hasRight(useSession(), 'audit.read');
  const [restoredVersion, setRestoredVersion] = useState<Version | null>(null);
  const list = useOperatorList(settingsCalls.listSettingsVersions, { region }, { fresh: 'queue' });
  return (
    <>
      <PartTable<Version>
        label={t`Versions of settings`}
        list={list}
        rowId={({ id }) => id}
        columns={[
          {
            id: 'start',
            header: t`Valid from`,
            cell: ({ starts_at: at }) => timeText(i18n, at),
          },
          {
            id: 'state',
            header: t`Status`,
            cell: ({ state }) => (
              <Badge tone={states[state].tone}>{i18n._(states[state].text)}</Badge>
            ),
          },
          {
            id: 'changes',
            header: t({ message: 'Before and after', context: 'settings' }),
            cell: (version) => <Changes version={version} />,
          },
          {
            id: 'by',
            header: t`Changed by`,
            cell: ({ operator, source }) => operator ?? (source === 'setup' ? 'club setup' : '–'),
          },
          {
            id: 'acts',
            header: t`Action`,
            cell: (version) => (
              <div className="flex flex-wrap items-center gap-2">
                {canSeeAudit && (
                  <ConsoleLink
                    href={`/audit?record=${version.id}`}
                    className="font-semibold text-info underline"
                  >
                    <Trans>Audit</Trans>
                  </ConsoleLink>
                )}
                {canEdit && version.state === 'planned' && <CancelButton version={version} />}
                {canEdit && version.state === 'active' && (
                  <SmallActionButton
                    aria-label={t`Restore the version of ${timeText(i18n, version.starts_at)}`}
                    className={rowButtonClass}
                    onClick={() => setRestoredVersion(version)}
                  >
                    <Trans>Restore</Trans>
                  </SmallActionButton>
                )}
              </div>
            ),
          },
        ]}
      />
      {restoredVersion && (
        <RestoreVersion
          {...{ region, version: restoredVersion }}
          onClose={() => setRestoredVersion(null)}
        />
      )}
    </>
  );
}

function Changes({ version: { changes } }: { version: Version }) {
  const { i18n } = useLingui();
  return (
    <ul className="grid gap-1">
      {changes.map(({ field, before, value }) => (
        <li key={field} className="break-long whitespace-pre-line">
          {settingChangeText(i18n, { field, before, after: value })}
        </li>
      ))}
    </ul>
  );
}

function CancelButton({ version }: { version: Version }) {
  const { t, i18n } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const action = useOperatorAction(settingsCalls.cancelSettingsVersion, {
    refetches: settingQueries,
  });
  const start = timeText(i18n, version.starts_at);
  const cancel = async () => {
    const why = await askWhy({
      title: t`Cancel the change of ${start}?`,
      consequence: t`The current values stay in effect.`,
      confirmLabel: t`Cancel the change`,
      tone: 'danger',
    });
    if (why === null) return;
    try {
      const { approval } = await action.mutateAsync({ params: { id: version.id }, body: { why } });
      const message =
        approval === null ? t`The change was cancelled.` : t`A second person must approve this.`;
      showToast({ subject: 'country', tone: 'good', message });
    } catch (error) {
      showToast({ subject: 'country', tone: 'bad', message: errorText(error) });
    }
  };
  return (
    <SmallActionButton
      className={rowButtonClass}
      isBusy={action.isPending}
      onClick={() => void cancel()}
    >
      <Trans>Cancel the change</Trans>
    </SmallActionButton>
  );
}
