import { useLingui } from '@lingui/react/macro';
import { ArrowLeft, Coins } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isMainCompanyRole, isOwner } from '#schemas/roles.ts';
import { useFormat } from '#src/data/words/format.ts';
import { useIdentity } from '#src/data/account/use-session.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { AppHeader } from '#src/ui/app-header.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { CartButton } from './cart-button.tsx';
import { greeting } from './greeting.ts';

interface ShellHeaderProps {
  kind: 'home' | 'shell';
  /** Where the back button leads; without it there is none. */
  back: string | undefined;
  /** Receives the element that the screen beneath fills. */
  slotRef: (slot: HTMLElement | null) => void;
}

/** The header of the app: the greeting on home, else the way back; for owners the points, and the cart. */
export function ShellHeader({ kind, back, slotRef }: ShellHeaderProps) {
  const { t } = useLingui();
  const identity = useIdentity();
  const hasShop = identity !== null && isMainCompanyRole(identity.role);
  return (
    <AppHeader
      slotRef={slotRef}
      start={
        back && (
          <div className="-ms-3">
            <IconButton label={t`Back`} icon={<ArrowLeft />} {...linkTo(back)} />
          </div>
        )
      }
      end={
        hasShop ? (
          <div className="-me-2 flex items-center">
            <div className="-me-3">
              <PointsLink />
            </div>
            <CartButton />
          </div>
        ) : (
          <div className="-me-gutter">
            <PointsLink />
          </div>
        )
      }
    >
      {kind === 'home' && <Greeting />}
    </AppHeader>
  );
}

function Greeting() {
  const { i18n } = useLingui();
  const self = useSingleton('self');
  const hour = useHour();
  if (!self) return null;
  return (
    <p className="py-2 text-body leading-snug font-bold min-[25rem]:text-title">
      {i18n._(greeting(hour, self.name))}
    </p>
  );
}

/** The hour of the day by the device's clock; an app that stays open follows it. */
function useHour(): number {
  const [hour, setHour] = useState(() => new Date().getHours());
  useEffect(() => {
    const timer = setInterval(() => setHour(new Date().getHours()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return hour;
}

/** Owners see the company's points and get to the balance (spec 1 §6). */
function PointsLink() {
  const identity = useIdentity();
  const points = useSingleton('points');
  const format = useFormat();
  if (!identity || !isOwner(identity.role) || !points) return null;
  return (
    <LinkButton variant="quiet" icon={<Coins />} {...linkTo(paths.balance())}>
      <span className="sr-only min-[25rem]:not-sr-only">
        {format.points(points.company_points)}
      </span>
      {/* Beside the greeting a narrow phone has room for the number alone. */}
      <span aria-hidden="true" className="min-[25rem]:hidden">
        {format.number(points.company_points)}
      </span>
    </LinkButton>
  );
}
