import { Trans, useLingui } from '@lingui/react/macro';
import { Compass, Share, SquarePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconTile } from '#src/ui/media/icon-tile.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';

interface InstallGuideProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** iOS has no install prompt, so this explains the steps. */
export function InstallGuide({ isOpen, onOpenChange }: InstallGuideProps) {
  const { t } = useLingui();
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={<Trans>On your home screen in three steps</Trans>}
      closeLabel={t`Close`}
    >
      <ol className="space-y-3">
        <Step icon={<Compass />}>
          <Trans>Open this page in Safari.</Trans>
        </Step>
        <Step icon={<Share />}>
          <Trans>Tap “Share”</Trans>
        </Step>
        <Step icon={<SquarePlus />}>
          <Trans>Choose “Add to Home Screen”</Trans>
        </Step>
      </ol>
    </Sheet>
  );
}

/** One step with its icon. */
function Step({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3.5 font-medium">
      <IconTile icon={icon} tone="place" />
      <span className="min-w-0 break-long">{children}</span>
    </li>
  );
}
