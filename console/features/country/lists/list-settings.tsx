import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ListField } from '#schemas/operator/setting-lists.ts';
import type { CountrySettings } from '#schemas/operator/settings-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { settingName, settingText } from '#console/parts/setting-texts.ts';
import { valueOf } from '../setting-editors.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { ChangeList } from './change-list.tsx';
import { FieldEditor, sharedQuestionsFor, type SharedQuestions } from './field-editor.tsx';
import { type ListGroup, listGroups } from './list-groups.ts';
import { ListValue } from './list-value.tsx';

interface ListSettingsProps {
  readonly region: RegionId;
  readonly canEdit: boolean;
  readonly settings: CountrySettings;
  readonly today: string;
  /** Number that a new company type gets. */
  readonly nextType: number;
  /** Registration questions for countries that don't define any. */
  readonly sharedQuestions: SharedQuestions;
}

/** Texts and lists of a country, with a button to change each group. */
export function ListSettings(props: ListSettingsProps) {
  return listGroups.map((group) => <ListCard key={group.id} {...props} group={group} />);
}

function ListCard({ group, canEdit, ...props }: ListSettingsProps & { group: ListGroup }) {
  const { i18n } = useLingui();
  const title = i18n._(group.title);
  const draftId = { kind: 'country_list', record: `${props.region}-${group.id}` };
  return (
    <SettingsCard
      title={title}
      canEdit={canEdit}
      draftId={draftId}
      items={group.fields.map((field) => ({
        term: settingName(i18n, field),
        detail: (
          <SharedOrOwnList
            field={field}
            value={valueOf(props.settings, field)}
            sharedValue={sharedQuestionsFor(field, props.sharedQuestions)}
          />
        ),
      }))}
      dialog={(onClose) => (
        <ChangeList
          {...props}
          draftId={draftId}
          title={title}
          note={i18n._(group.note)}
          fields={group.fields}
          onClose={onClose}
        >
          {(field, editor) => <FieldEditor key={field} {...editor} {...props} field={field} />}
        </ChangeList>
      )}
    />
  );
}

interface SharedOrOwnListProps {
  readonly field: ListField;
  /** The country's own value; null if the country doesn't have one. */
  readonly value: unknown;
  readonly sharedValue: ReturnType<typeof sharedQuestionsFor>;
}

function SharedOrOwnList({ field, value, sharedValue }: SharedOrOwnListProps) {
  const { i18n } = useLingui();
  return (
    <ListValue value={value ?? sharedValue}>
      {noteOf(i18n, field, value, sharedValue !== null)}
    </ListValue>
  );
}

/**
 * Returns the text shown above a list or instead of it: the default for a country without its own value, or the
 * country's links. Returns null for all other own values.
 */
function noteOf(i18n: I18n, field: ListField, value: unknown, isShared: boolean): string | null {
  if (field === 'regional.links')
    return value === null
      ? i18n._(msg`Pages on the manufacturer’s site`)
      : settingText(i18n, field, value);
  if (value !== null) return null;
  if (field === 'configuration.rejection_reasons') return i18n._(msg`Built-in reasons`);
  return isShared ? i18n._(msg`Shared by countries without their own questions:`) : '–';
}
