import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { MAX_CATEGORIES, MAX_DESCRIPTION, MAX_LABEL } from '#schemas/operator/setting-lists.ts';
import type { WarrantySettings } from '#schemas/warranty-certificate.ts';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { entryName } from './list-draft.ts';
import { ListEditor } from './list-editor.tsx';
import { type EditorProps, TextsField } from './texts-field.tsx';

type Category = WarrantySettings['catalogue'][number];

function newCategory(): Category {
  const uuid = crypto.randomUUID();
  const slug = `category-${uuid.slice(0, 8)}`;
  return {
    ...{ uuid, slug, icon: 'window', name: {}, description: {} },
    ...{ longevity: 10, tier_categories: [] },
  };
}

/** Product categories that a warranty certificate can cover. */
export function CatalogueEditor({
  value: categories,
  ...editorProps
}: EditorProps<readonly Category[]>) {
  const { t, i18n } = useLingui();
  return (
    <ListEditor
      label={t`Warranty catalogue`}
      items={categories}
      keyOf={({ slug }) => slug}
      nameOf={({ name }) => entryName(i18n, name, t`New category`)}
      addLabel={t`Add a category`}
      max={MAX_CATEGORIES}
      newItem={newCategory}
      onChange={editorProps.onChange}
    >
      {(category, index, set) => (
        <>
          <TextsField
            {...editorProps}
            label={t`Name`}
            path={`${index}.name`}
            maxLength={MAX_LABEL}
            value={category.name}
            onChange={(name) => set({ ...category, name })}
          />
          <TextsField
            {...editorProps}
            label={t`Description`}
            path={`${index}.description`}
            maxLength={MAX_DESCRIPTION}
            value={category.description}
            onChange={(description) => set({ ...category, description })}
          />
          <NumbersField
            label={t`Warranty in years`}
            hint={t`From 1 to 99.`}
            value={[category.longevity]}
            isInvalid={editorProps.problems.has(`${index}.longevity`)}
            onChange={(numbers) =>
              set({ ...category, longevity: numbers.length === 1 ? (numbers[0] ?? 0) : 0 })
            }
          />
          <NumbersField
            label={t`Tier categories`}
            hint={t`Scanned products in these tier categories belong to it: 1 to 9, or 99, separated by spaces.`}
            value={category.tier_categories}
            isInvalid={[...editorProps.problems].some((path) =>
              `${path}.`.startsWith(`${index}.tier_categories.`),
            )}
            onChange={(numbers) =>
              // Despite the cast, the numbers can be unknown categories. These are reported as problems.
              set({ ...category, tier_categories: numbers as Category['tier_categories'] })
            }
          />
        </>
      )}
    </ListEditor>
  );
}

interface NumbersFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: readonly number[];
  readonly isInvalid: boolean;
  readonly onChange: (numbers: number[]) => void;
}

/** Numbers on one line. Anything but a whole number from 0 to 99 becomes -1, which no setting accepts. */
function NumbersField({ label, hint, value, isInvalid, onChange }: NumbersFieldProps) {
  const { t } = useLingui();
  const [typedText, setTypedText] = useState(value.join(' '));
  return (
    <TextField
      label={label}
      hint={hint}
      inputMode="numeric"
      autoComplete="off"
      maxLength={40}
      value={typedText}
      error={isInvalid ? t`This value isn’t accepted.` : undefined}
      onChange={({ target }) => {
        setTypedText(target.value);
        const words = target.value.split(/[\s,;]+/).filter(Boolean);
        onChange(words.map((word) => (/^\d{1,2}$/.test(word) ? Number(word) : -1)));
      }}
    />
  );
}
