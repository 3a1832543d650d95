import { Trans, useLingui } from '@lingui/react/macro';
import { type CountrySettings, settingsCalls } from '#schemas/operator/settings-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { EmptyPart } from '#console/parts/record/record-page.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { settingName, settingText } from '#console/parts/setting-texts.ts';
import { ChangeSettings } from './change-settings.tsx';
import { ListSettings } from './lists/list-settings.tsx';
import { NewCountry } from './new-country.tsx';
import { valueOf } from './setting-editors.tsx';
import { type SettingGroup, settingGroups } from './setting-groups.ts';
import { SettingsCard } from './settings-card.tsx';

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
      {({
        settings,
        today,
        next_company_type: nextType,
        shared_questions: sharedQuestions,
        open_regions: openRegions,
      }) =>
        settings === null && canEdit ? (
          <NewCountry {...{ region, openRegions }} />
        ) : settings === null ? (
          <EmptyPart>
            <Trans>This country has no settings yet.</Trans>
          </EmptyPart>
        ) : (
          <div className="grid items-start gap-4 wide:grid-cols-2">
            {settingGroups.map((group) => (
              <GroupCard key={group.id} {...{ group, region, canEdit, settings, today }} />
            ))}
            <ListSettings {...{ region, canEdit, settings, today, nextType, sharedQuestions }} />
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
