import { Trans, useLingui } from '@lingui/react/macro';
import { Share, SquarePlus } from 'lucide-react';
import { Sheet } from '#src/ui/sheet.tsx';

interface InstallGuideProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** On iOS only the person can do it. */
export function InstallGuide({ isOpen, onOpenChange }: InstallGuideProps) {
  const { t } = useLingui();
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={<Trans>On your home screen in three steps</Trans>}
      closeLabel={t`Close`}
    >
      <ol className="list-decimal space-y-3 ps-5">
        <li>
          <Trans>Open this page in Safari.</Trans>
        </li>
        <li>
          <Trans>Tap “Share”</Trans> <Share aria-hidden="true" className="inline size-5" />
        </li>
        <li>
          <Trans>Choose “Add to Home Screen”</Trans>{' '}
          <SquarePlus aria-hidden="true" className="inline size-5" />
        </li>
      </ol>
    </Sheet>
  );
}
