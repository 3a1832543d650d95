import { Trans, useLingui } from '@lingui/react/macro';
import type { RejectionReason } from '#schemas/configuration.ts';
import { MAX_REASONS, MAX_TEXT } from '#schemas/operator/setting-lists.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { CheckboxField } from '#src/ui/fields/toggle-fields.tsx';
import { entryName } from './list-draft.ts';
import { ListEditor } from './list-editor.tsx';
import { type EditorProps, TextsField } from './texts-field.tsx';

const newReason = (): RejectionReason => ({
  code: '',
  text_translated: {},
  allows_new_photo: true,
});

/** The country's own reasons for rejecting products, or the built-in ones. */
export function ReasonsEditor({
  value: reasons,
  ...editorProps
}: EditorProps<readonly RejectionReason[] | null>) {
  const { t, i18n } = useLingui();
  return (
    <>
      <SelectField
        label={t`Reasons`}
        value={reasons === null ? 'built-in' : 'own'}
        options={[
          { value: 'built-in', label: t`Built-in reasons` },
          { value: 'own', label: t`Own reasons` },
        ]}
        onChange={({ target }) =>
          editorProps.onChange(target.value === 'own' ? [newReason()] : null)
        }
      />
      {reasons !== null && (
        <ListEditor
          label={t`Own reasons`}
          items={reasons}
          // The code can't be the key, because it changes while it's typed.
          keyOf={(_reason, index) => index}
          nameOf={({ text_translated: text }) => entryName(i18n, text, t`New reason`)}
          addLabel={t`Add a reason`}
          max={MAX_REASONS}
          newItem={newReason}
          onChange={editorProps.onChange}
        >
          {(reason, index, set) => (
            <>
              <TextField
                label={t`Code`}
                hint={t`Lowercase letters and underscores. Rejected products keep the code.`}
                autoComplete="off"
                spellCheck={false}
                maxLength={40}
                value={reason.code}
                error={
                  editorProps.problems.has(`${index}.code`)
                    ? t`Use only lowercase letters without accents, and underscores.`
                    : undefined
                }
                onChange={({ target }) => set({ ...reason, code: target.value })}
              />
              <TextsField
                {...editorProps}
                label={t`Text for the installer`}
                path={`${index}.text_translated`}
                maxLength={MAX_TEXT}
                value={reason.text_translated}
                onChange={(text_translated) => set({ ...reason, text_translated })}
              />
              <CheckboxField
                label={t`A new photo can resolve it`}
                checked={reason.allows_new_photo}
                onChange={({ target }) => set({ ...reason, allows_new_photo: target.checked })}
              />
            </>
          )}
        </ListEditor>
      )}
      {editorProps.problems.has('') && (
        <p role="alert" className="text-small text-bad">
          <Trans>Add a reason, and use each code once.</Trans>
        </p>
      )}
    </>
  );
}
