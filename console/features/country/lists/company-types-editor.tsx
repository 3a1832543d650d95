import { useLingui } from '@lingui/react/macro';
import type { RegionalSettings } from '#schemas/configuration.ts';
import { MAX_LABEL, MAX_STATEMENT, MAX_TYPES } from '#schemas/operator/setting-lists.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { requirementText } from '#console/parts/setting-lists.ts';
import { entryName } from './list-draft.ts';
import { ListEditor } from './list-editor.tsx';
import { type EditorProps, TextsField } from './texts-field.tsx';

type CompanyType = RegionalSettings['company_types'][number];

interface CompanyTypesEditorProps extends EditorProps<readonly CompanyType[]> {
  /** Lowest number available for a new type. */
  readonly nextId: number;
}

/** Company types with their disclaimers and declarations. */
export function CompanyTypesEditor({
  value: types,
  nextId,
  ...editorProps
}: CompanyTypesEditorProps) {
  const { t, i18n } = useLingui();
  const newType = (): CompanyType => ({
    id: Math.max(nextId, ...types.map(({ id }) => id + 1)),
    name_translated: {},
    ...{ disclaimer_state: 0, disclaimer_translated: {} },
    ...{ declaration_state: 0, declaration_translated: {} },
  });
  return (
    <ListEditor
      label={t`Company types`}
      items={types}
      keyOf={({ id }) => id}
      nameOf={(type) => entryName(i18n, type.name_translated, t`New type`)}
      addLabel={t`Add a company type`}
      max={MAX_TYPES}
      newItem={newType}
      onChange={editorProps.onChange}
    >
      {(type, index, set) => (
        <>
          <TextsField
            {...editorProps}
            label={t`Name`}
            path={`${index}.name_translated`}
            maxLength={MAX_LABEL}
            value={type.name_translated}
            onChange={(name_translated) => set({ ...type, name_translated })}
          />
          {statements.map((statement) => (
            <Statement
              key={statement}
              {...{ ...editorProps, statement, index, value: type, onChange: set }}
            />
          ))}
        </>
      )}
    </ListEditor>
  );
}

const statements = ['disclaimer', 'declaration'] as const;

interface StatementProps extends EditorProps<CompanyType> {
  readonly statement: (typeof statements)[number];
  readonly index: number;
}

/** Fields for a statement that owners accept: its visibility and its texts. */
function Statement({ statement, index, value: type, onChange, ...editorProps }: StatementProps) {
  const { t, i18n } = useLingui();
  const isDisclaimer = statement === 'disclaimer';
  const state = type[`${statement}_state`];
  return (
    <>
      <SelectField
        label={isDisclaimer ? t`Disclaimer` : t`Declaration`}
        value={String(state)}
        options={[0, 1, 2].map((value) => ({
          value: String(value),
          label: requirementText(i18n, value),
        }))}
        onChange={({ target }) =>
          onChange({ ...type, [`${statement}_state`]: Number(target.value) })
        }
      />
      {state !== 0 && (
        <TextsField
          {...editorProps}
          isLong
          label={isDisclaimer ? t`Disclaimer text` : t`Declaration text`}
          path={`${index}.${statement}_translated`}
          maxLength={MAX_STATEMENT}
          value={type[`${statement}_translated`]}
          onChange={(texts) => onChange({ ...type, [`${statement}_translated`]: texts })}
        />
      )}
    </>
  );
}
