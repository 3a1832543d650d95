import { useLingui } from '@lingui/react/macro';
import { Package, Tag } from 'lucide-react';
import type { PhotoSubject } from '#schemas/scan.ts';
import { RadioCards } from '#src/ui/fields/radio-cards.tsx';

interface PhotoSubjectFieldProps {
  value: PhotoSubject;
  onValueChange: (subject: PhotoSubject) => void;
}

/** Asks what the photo shows, because the reviewer checks labels and products differently. */
export function PhotoSubjectField({ value, onValueChange }: PhotoSubjectFieldProps) {
  const { t } = useLingui();
  return (
    <RadioCards
      legend={t`What does the photo show?`}
      value={value}
      onValueChange={(chosen) => onValueChange(chosen === 'label' ? 'label' : 'product')}
      columns={2}
      options={[
        { value: 'product', title: t`The product`, icon: <Package /> },
        { value: 'label', title: t`Its label`, icon: <Tag /> },
      ]}
    />
  );
}
