import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { RegionalSettings } from '#schemas/configuration.ts';
import { type ListField, MAX_LABEL } from '#schemas/operator/setting-lists.ts';
import type { CountrySettings } from '#schemas/operator/settings-calls.ts';
import type { TranslatedText } from '#schemas/primitives.ts';
import type { RegionId } from '#schemas/regions.ts';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { ActionButton } from '#console/parts/action-button.tsx';
import { listText } from '#console/parts/setting-lists.ts';
import { settingName } from '#console/parts/setting-texts.ts';
import { valueOf } from '../setting-editors.tsx';
import { ChangeList } from './change-list.tsx';
import { CompanyTypesEditor } from './company-types-editor.tsx';
import { type EditorProps, TextsField } from './texts-field.tsx';

/** Texts and lists that are changed together. */
interface ListGroup {
  readonly id: string;
  readonly title: MessageDescriptor;
  readonly note: MessageDescriptor;
  readonly fields: readonly ListField[];
}

const groups: readonly ListGroup[] = [
  {
    id: 'numbers',
    title: msg`Labels of tax numbers`,
    note: msg`Numbers that companies have entered stay as they are.`,
    fields: ['regional.vat_field', 'regional.company_id_field'],
  },
  {
    id: 'types',
    title: msg`Company types and declarations`,
    note: msg`A type that companies have can’t be removed. Companies that accepted an earlier text aren’t asked again.`,
    fields: ['regional.company_types'],
  },
];

interface ListSettingsProps {
  readonly region: RegionId;
  readonly canEdit: boolean;
  readonly settings: CountrySettings;
  readonly today: string;
  /** Number of a new company type. */
  readonly nextType: number;
}

/** Texts and lists of a country, with a button to change each group. */
export function ListSettings(props: ListSettingsProps) {
  return groups.map((group) => <ListCard key={group.id} {...props} group={group} />);
}

function ListCard({ group, canEdit, ...props }: ListSettingsProps & { group: ListGroup }) {
  const { t, i18n } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const title = i18n._(group.title);
  return (
    <section aria-label={title} className="rounded-card bg-surface-raised p-4 card-rise">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 className="min-w-0 flex-1 font-semibold">{title}</h2>
        {canEdit && (
          <ActionButton
            variant="secondary"
            aria-label={t`Change: ${title}`}
            onClick={() => setOpen(true)}
          >
            <Trans context="action">Change</Trans>
          </ActionButton>
        )}
      </div>
      <DetailList
        items={group.fields.map((field) => ({
          term: settingName(i18n, field),
          detail: (
            <span className="whitespace-pre-line">
              {listText(i18n, valueOf(props.settings, field)) || '–'}
            </span>
          ),
        }))}
      />
      {isOpen && (
        <ChangeList
          {...props}
          title={title}
          note={i18n._(group.note)}
          fields={group.fields}
          onClose={() => setOpen(false)}
        >
          {(field, editor) => (
            <FieldEditor key={field} {...editor} field={field} nextType={props.nextType} />
          )}
        </ChangeList>
      )}
    </section>
  );
}

interface FieldEditorProps extends EditorProps<unknown> {
  readonly field: ListField;
  readonly nextType: number;
}

/** The control of a setting. Casts are safe: the server sends each setting in its own format. */
function FieldEditor({ field, nextType, value, ...rest }: FieldEditorProps) {
  const { i18n } = useLingui();
  switch (field) {
    case 'regional.vat_field':
    case 'regional.company_id_field':
      return (
        <TextsField
          {...rest}
          label={settingName(i18n, field)}
          path=""
          maxLength={MAX_LABEL}
          value={value as TranslatedText}
        />
      );
    case 'regional.company_types':
      return (
        <CompanyTypesEditor
          {...rest}
          nextId={nextType}
          value={value as RegionalSettings['company_types']}
        />
      );
  }
}
