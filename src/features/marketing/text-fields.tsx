import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, X } from 'lucide-react';
import { type ComponentProps, useEffect, useRef } from 'react';
import {
  materialFields,
  type MaterialField,
  type MaterialText,
  textLimits,
} from '#schemas/marketing-fields.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import type { EditorPart } from './material-form.ts';
import { useMaterialLabels } from './covers/use-material-labels.ts';

const fieldId = (name: MaterialText) => `material-${name}`;
const addButtonId = (name: MaterialText) => `material-add-${name}`;

/** Input attributes for on-screen keyboards and autofill. */
const inputAttributes: Partial<Record<MaterialText, Partial<ComponentProps<typeof TextField>>>> = {
  companyName: { autoComplete: 'organization' },
  name: { autoComplete: 'given-name' },
  surname: { autoComplete: 'family-name' },
  phone: { type: 'tel', autoComplete: 'tel' },
  email: { type: 'email', autoComplete: 'email' },
  link: { type: 'url', autoComplete: 'url', placeholder: 'https://' },
  addressLine1: { autoComplete: 'address-line1' },
  addressLine2: { autoComplete: 'address-line2' },
  addressLine3: { autoComplete: 'address-line3' },
};

/** Printed texts: required fields, added optional ones, and buttons to add others. */
export function TextFields({ fixedLink, ...part }: EditorPart & { fixedLink: string | null }) {
  const { t } = useLingui();
  const labels = useMaterialLabels();
  const { form, dispatch, material } = part;
  const focusNext = useFocusNext();
  const fields = materialFields(material.type);
  const isVisible = ({ name, group }: MaterialField) =>
    group === 'required' || form.draft.values[name] !== undefined;
  const hiddenFields = fields.filter((field) => !isVisible(field));
  const add = (name: MaterialText) => {
    dispatch({ type: 'set_values', values: { [name]: '' } });
    focusNext(fieldId(name));
  };
  const remove = (name: MaterialText) => {
    dispatch({ type: 'remove_attribute', name });
    focusNext(addButtonId(name));
  };
  return (
    <Section title={t`Printed details`}>
      <ProfileNote />
      <div className="space-y-4">
        {fields.filter(isVisible).map((field) => (
          <MaterialTextField key={field.name} field={field} part={part} onRemove={remove} />
        ))}
        {fixedLink !== null && (
          <TextField
            label={labels.text('link')}
            value={fixedLink}
            readOnly
            hint={t`Stickers always link to this site.`}
          />
        )}
        <HiddenFieldErrors part={part} />
        {hiddenFields.length > 0 && (
          <div role="group" aria-label={t`Add more details`} className="flex flex-wrap gap-2">
            {hiddenFields.map(({ name }) => (
              <Button
                key={name}
                id={addButtonId(name)}
                variant="secondary"
                icon={<Plus />}
                onClick={() => add(name)}
              >
                {labels.text(name)}
              </Button>
            ))}
          </div>
        )}
      </div>
    </Section>
  );
}

/** Errors of fields that aren't visible. */
function HiddenFieldErrors({ part: { form, errorOf } }: { part: EditorPart }) {
  const isHidden = (name: MaterialText) => form.draft.values[name] === undefined;
  const notes = (['phone', 'shortDescription'] as const).filter(isHidden).map(errorOf);
  return (
    <div role="alert" className="text-small font-medium text-bad empty:hidden">
      {notes.filter(Boolean).map((note) => (
        <p key={note} className="break-long">
          {note}
        </p>
      ))}
    </div>
  );
}

interface MaterialTextFieldProps {
  field: MaterialField;
  part: EditorPart;
  onRemove: (name: MaterialText) => void;
}

function MaterialTextField({ field, part, onRemove }: MaterialTextFieldProps) {
  const { t } = useLingui();
  const labels = useMaterialLabels();
  const { name, group } = field;
  const { form, dispatch, errorOf } = part;
  const value = form.draft.values[name] ?? '';
  const label = labels.text(name);
  const left = textLimits[name] - value.length;
  const isCounted = name === 'shortDescription' || name === 'longDescription';
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        <TextField
          {...inputAttributes[name]}
          id={fieldId(name)}
          label={label}
          optionalLabel={group === 'optional' && t`optional`}
          value={value}
          maxLength={textLimits[name]}
          error={errorOf(name)}
          hint={
            isCounted && t`${plural(left, { one: '# character left', other: '# characters left' })}`
          }
          onChange={(event) =>
            dispatch({ type: 'set_values', values: { [name]: event.target.value } })
          }
          onBlur={() => {
            const link = name === 'link' ? withScheme(value) : value;
            if (link !== value) dispatch({ type: 'set_values', values: { [name]: link } });
          }}
        />
      </div>
      {group === 'optional' && (
        <div className="pt-6">
          <IconButton label={t`Remove ${label}`} icon={<X />} onClick={() => onRemove(name)} />
        </div>
      )}
    </div>
  );
}

/** Adds the scheme that most users omit. */
function withScheme(text: string): string {
  const link = normaliseLine(text);
  return /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(link) ? `https://${link}` : text;
}

/** Returns a function that focuses the element with the given id after the next render. */
function useFocusNext() {
  const targetId = useRef<string | null>(null);
  useEffect(() => {
    if (targetId.current === null) return;
    document.getElementById(targetId.current)?.focus();
    targetId.current = null;
  });
  return (id: string) => {
    targetId.current = id;
  };
}

/** Explains that edits don't change the profile. */
function ProfileNote() {
  return (
    <p className="text-small text-ink-soft break-long">
      <Trans>
        We’ve filled in details from your profile. Changes here don’t affect your profile.
      </Trans>
    </p>
  );
}
