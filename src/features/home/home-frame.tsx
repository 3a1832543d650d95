import { Trans } from '@lingui/react/macro';
import { Keyboard, Plus, ScanLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';

interface HomeFrameProps {
  hero: ReactNode;
  /** First-day checklist of a new company. */
  steps?: ReactNode;
  waiting: ReactNode;
  /** Open projects, followed by the button for a new one. */
  projects: ReactNode;
  later?: ReactNode;
  /** True for the snapshot of the last visit. */
  isLast?: boolean;
}

/** Layout of home, with the actions that are always available. */
export function HomeFrame({ hero, steps, waiting, projects, later, isLast }: HomeFrameProps) {
  const { addProductLink } = useDeviceSettings();
  return (
    <div className="home-parts" aria-busy={isLast}>
      <div className="flex flex-col gap-5 [grid-area:top]">
        {hero}
        <div data-main-action className="split desk:hidden">
          <LinkButton
            size="large"
            fullWidth
            icon={<ScanLine />}
            {...linkTo({ to: addProductLink })}
          >
            <Trans>Add a product</Trans>
          </LinkButton>
          {addProductLink === '/scan' && (
            <LinkButton size="large" icon={<Keyboard />} {...linkTo(paths.scanManual())}>
              <span className="sr-only">
                <Trans>Enter by hand</Trans>
              </span>
            </LinkButton>
          )}
        </div>
        {steps}
      </div>
      {waiting}
      {projects && (
        <div className="space-y-3 [grid-area:projects]">
          {projects}
          <LinkButton variant="secondary" fullWidth icon={<Plus />} {...linkTo(paths.projectAdd())}>
            <Trans>Add a project</Trans>
          </LinkButton>
        </div>
      )}
      {later}
    </div>
  );
}
