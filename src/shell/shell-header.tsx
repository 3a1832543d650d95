import { useLingui } from '@lingui/react/macro';
import { ArrowLeft, ShoppingCart } from 'lucide-react';
import { isMainCompanyRole, isOwner } from '#schemas/roles.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useIdentity } from '#src/data/account/use-session.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useHour } from '#src/data/time/use-server-time.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths, type PlainPath } from '#src/app/paths.ts';
import { AppHeader } from '#src/ui/layout/app-header.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { LinkSlot } from '#src/ui/links.tsx';
import { Points } from '#src/ui/points.tsx';
import { plural, msg } from '@lingui/core/macro';
import { useCartTotal } from '#src/data/live/badge-totals.ts';
import type { MessageDescriptor } from '@lingui/core';

interface ShellHeaderProps {
  kind: 'home' | 'shell';
  /** Target of the back button; no button if undefined. */
  back: PlainPath | undefined;
  /** Receives the element that the screen's `Page` fills with its title. */
  slotRef: (slot: HTMLElement | null) => void;
}

/** App header: greeting on the home screen, otherwise a back button; points for owners, and the cart. */
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
            <IconButton label={t`Back`} icon={<ArrowLeft />} {...linkTo({ to: back })} />
          </div>
        )
      }
      end={
        hasShop ? (
          <div className="-me-2 flex items-center">
            <PointsLink />
            <CartButton />
          </div>
        ) : (
          <PointsLink />
        )
      }
    >
      {kind === 'home' && <OwnGreeting />}
    </AppHeader>
  );
}

function OwnGreeting() {
  const self = useSingleton('self');
  return self && <Greeting name={self.name} />;
}

/** Greets the user by name. */
export function Greeting({ name }: { name: string }) {
  const { i18n } = useLingui();
  const hour = useHour();
  return (
    <p className="py-2 text-body leading-snug font-semibold">{i18n._(greeting(hour, name))}</p>
  );
}

/** Company points with a link to the balance; for owners only (spec 1 §6). */
function PointsLink() {
  const identity = useIdentity();
  const points = useSingleton('points');
  const format = useFormat();
  if (!identity || !isOwner(identity.role) || !points) return null;
  return (
    <span data-points-pill>
      <LinkSlot
        target={linkTo(paths.balance())}
        className="inline-flex min-h-target items-center rounded-full bg-surface-raised px-3.5 text-ink card-rise"
      >
        <Points
          number={format.number(points.company_points)}
          label={format.points(points.company_points)}
        />
      </LinkSlot>
    </span>
  );
}

/** Link to the cart with its item count (spec 1 §2, "Shell"). */
function CartButton() {
  const { t } = useLingui();
  const count = useCartTotal();
  return (
    <IconButton
      label={t`Cart: ${plural(count, { 0: 'empty', one: '# item', other: '# items' })}`}
      icon={<ShoppingCart />}
      count={count}
      {...linkTo(paths.cart())}
    />
  );
}

/**
 * Greeting for the home screen's header (spec 1 §2): morning before 12, afternoon before 18, otherwise evening.
 * @param hour 0 to 23, by the device's clock
 */
export function greeting(hour: number, name: string): MessageDescriptor {
  if (hour < 12) return msg`Good morning, ${name}`;
  if (hour < 18) return msg`Good afternoon, ${name}`;
  return msg`Good evening, ${name}`;
}
