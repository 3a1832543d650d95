import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type CountrySettings, settingsCalls } from '#schemas/operator/settings-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { EmptyPart } from '#console/parts/record/record-page.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { settingName, settingText } from '#console/parts/setting-texts.ts';
import { ChangeSettings } from './change-settings.tsx';
import { FileSettings } from './file-settings.tsx';
import { ListSettings } from './lists/list-settings.tsx';
import { type PlainField, valueOf } from './setting-editors.tsx';
import { SettingsCard } from './settings-card.tsx';

/** Fields that are edited together. */
interface SettingGroup {
  readonly id: string;
  readonly title: MessageDescriptor;
  readonly fields: readonly PlainField[];
}

const groups: readonly SettingGroup[] = [
  {
    id: 'points',
    title: msg`Points`,
    fields: [
      'welcome_points',
      'survey_points',
      'points_validity_months',
      'configuration.point_value',
    ],
  },
  {
    id: 'companies',
    title: msg`Companies and teams`,
    fields: [
      'regional.flags',
      'regional.company_type_state',
      'accepts_leads',
      'configuration.team_limit',
    ],
  },
  {
    id: 'projects',
    title: msg`Projects and certificates`,
    fields: ['configuration.project_life_days', 'warranty.minimum_months'],
  },
  {
    id: 'labels',
    title: msg`Labels of products`,
    fields: [
      'configuration.manufacturer_domain',
      'configuration.sizes',
      'configuration.variants',
      'configuration.generic_regions',
    ],
  },
];

interface SettingsTabProps {
  readonly region: RegionId;
  readonly canEdit: boolean;
}

/** All current settings of a country. */
export function SettingsTab({ region, canEdit }: SettingsTabProps) {
  const { t } = useLingui();
  const query = useOperatorQuery(
    settingsCalls.readCountrySettings,
    { query: { region } },
    { fresh: 'queue' },
  );
  return (
    <RecordQuery label={t`Loading the settings`} query={query}>
      {({ settings, today, next_company_type: nextType, shared_questions: sharedQuestions }) =>
        settings === null ? (
          <EmptyPart>
            <Trans>
              This country has no settings yet. The checklist says how they are written.
            </Trans>
          </EmptyPart>
        ) : (
          <div className="grid items-start gap-4 wide:grid-cols-2">
            {groups.map((group) => (
              <GroupCard key={group.id} {...{ group, region, canEdit, settings, today }} />
            ))}
            <ListSettings {...{ region, canEdit, settings, today, nextType, sharedQuestions }} />
            <FileSettings settings={settings} />
          </div>
        )
      }
    </RecordQuery>
  );
}

interface GroupCardProps extends SettingsTabProps {
  readonly group: SettingGroup;
  readonly settings: CountrySettings;
  readonly today: string;
}

function GroupCard({ group, region, canEdit, settings, today }: GroupCardProps) {
  const { i18n } = useLingui();
  const title = i18n._(group.title);
  return (
    <SettingsCard
      title={title}
      canEdit={canEdit}
      items={group.fields.map((field) => ({
        term: settingName(i18n, field),
        detail: settingText(i18n, field, valueOf(settings, field)),
      }))}
      dialog={(onClose) => (
        <ChangeSettings
          {...{ title, region, settings, today, fields: group.fields }}
          onClose={onClose}
        />
      )}
    />
  );
}
