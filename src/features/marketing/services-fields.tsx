import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { MAX_SERVICE_TEXT } from '#schemas/marketing-fields.ts';
import { serviceIcons, type ServiceIconId } from '#schemas/marketing-pictures.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { FieldNotes, useFieldIds } from '#src/ui/fields/field-frame.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { ServiceIcon } from './covers/service-icon.tsx';
import type { EditorPart } from './material-form.ts';
import { type Service, servicesOf } from './material-draft.ts';
import { PictureRadios } from './choice-fields.tsx';
import { useMaterialLabels } from './covers/use-material-labels.ts';

/** The material's fixed number of services, each with an icon (spec 2 §5). */
export function ServicesFields({ form, dispatch, material, errorOf }: EditorPart) {
  const { t } = useLingui();
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  const services = servicesOf(form.draft, material);
  const error = errorOf('services');
  const ids = useFieldIds(undefined, { error });
  const changeService = (position: number, changes: Partial<Service>) =>
    dispatch({
      type: 'set_services',
      services: services.map((service, index) =>
        index === position ? { ...service, ...changes } : service,
      ),
    });
  const openService = openIndex === null ? undefined : services[openIndex];
  return (
    <Section title={t`Your services`}>
      <div role="group" aria-label={t`Your services`} aria-describedby={ids.describedBy}>
        <ol className="space-y-3">
          {services.map((service, index) => (
            <ServiceLine
              key={index}
              number={index + 1}
              service={service}
              isInvalid={error !== undefined && normaliseLine(service.text) === ''}
              onChange={(changes) => changeService(index, changes)}
              onOpenIcons={() => setOpenIndex(index)}
            />
          ))}
        </ol>
        <FieldNotes ids={ids} error={error} />
      </div>
      <IconSheet
        icon={openService?.icon}
        onClose={() => setOpenIndex(null)}
        onSelect={(icon) => {
          if (openIndex !== null) changeService(openIndex, { icon });
        }}
      />
    </Section>
  );
}

interface ServiceLineProps {
  number: number;
  service: Service;
  isInvalid: boolean;
  onChange: (changes: Partial<Service>) => void;
  onOpenIcons: () => void;
}

function ServiceLine({ number, service, isInvalid, onChange, onOpenIcons }: ServiceLineProps) {
  const { t } = useLingui();
  const labels = useMaterialLabels();
  const picture = labels.icon(service.icon);
  return (
    <li className="flex items-start gap-2">
      <button
        type="button"
        aria-label={t`Icon for service ${number}: ${picture}`}
        aria-haspopup="dialog"
        onClick={onOpenIcons}
        className="mt-[1.6rem] grid size-target shrink-0 place-items-center rounded-control field-line bg-surface-raised hover:bg-surface-sunken [&_svg]:size-7"
      >
        <ServiceIcon id={service.icon} />
      </button>
      <div className="min-w-0 flex-1">
        <TextField
          label={t`Service ${number}`}
          value={service.text}
          maxLength={MAX_SERVICE_TEXT}
          error={isInvalid && t`This field can’t be empty.`}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      </div>
    </li>
  );
}

interface IconSheetProps {
  /** The selected icon; undefined while closed. */
  icon: ServiceIconId | undefined;
  onClose: () => void;
  onSelect: (icon: ServiceIconId) => void;
}

function IconSheet({ icon, onClose, onSelect }: IconSheetProps) {
  const { t } = useLingui();
  const labels = useMaterialLabels();
  return (
    <Sheet
      isOpen={icon !== undefined}
      onOpenChange={onClose}
      title={t`Service icon`}
      closeLabel={t`Close`}
    >
      <PictureRadios
        legend={t`Service icon`}
        legendHidden
        size="small"
        value={icon ?? ''}
        onValueChange={(value) => {
          const icon = serviceIcons.find((option) => option === value);
          if (icon) onSelect(icon);
        }}
        options={serviceIcons.map((id) => ({
          value: id,
          label: labels.icon(id),
          picture: <ServiceIcon id={id} className="mx-auto size-8" />,
        }))}
      />
    </Sheet>
  );
}
