import { CircleAlert, CircleCheck, CloudOff, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { IconButton } from '../icon-button.tsx';

type BannerTone = 'info' | 'good' | 'warn' | 'bad' | 'offline';

interface BannerProps {
  tone?: BannerTone;
  title?: ReactNode;
  children?: ReactNode;
  /** A button or a link button. */
  action?: ReactNode;
  onDismiss?: (() => void) | undefined;
  /** Label of the close button; required with `onDismiss`. */
  dismissLabel?: string | undefined;
  /**
   * Urgency of the announcement when the banner appears. `off`, the default, is for a banner that is there from the
   * start.
   */
  live?: 'off' | 'polite' | 'assertive';
}

const styles: Record<BannerTone, { ground: string; mark: string; icon: ReactNode }> = {
  info: { ground: 'bg-info-soft', mark: 'text-info', icon: <Info /> },
  good: { ground: 'bg-good-soft', mark: 'text-good', icon: <CircleCheck /> },
  warn: { ground: 'bg-warn-soft', mark: 'text-warn', icon: <TriangleAlert /> },
  bad: { ground: 'bg-bad-soft', mark: 'text-bad', icon: <CircleAlert /> },
  offline: { ground: 'bg-surface-sunken', mark: 'text-ink-soft', icon: <CloudOff /> },
};

const roles = { off: undefined, polite: 'status', assertive: 'alert' } as const;

/** A message about the screen or connection, with at most one action. */
export function Banner(props: BannerProps) {
  const { tone = 'info', title, children, action, onDismiss, dismissLabel = '' } = props;
  const style = styles[tone];
  return (
    <div
      role={roles[props.live ?? 'off']}
      data-tinted
      className={classNames('flex gap-3 rounded-card card-line p-4', style.ground)}
    >
      <span className={classNames('shrink-0 pt-0.5 [&_svg]:size-5', style.mark)}>{style.icon}</span>
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold break-long">{title}</p>}
        {children && <div className="text-small break-long">{children}</div>}
        {action && <div className="mt-3 flex flex-wrap gap-2">{action}</div>}
      </div>
      {onDismiss && (
        <div className="-my-3 -me-3">
          <IconButton label={dismissLabel} icon={<X />} onClick={onDismiss} />
        </div>
      )}
    </div>
  );
}
