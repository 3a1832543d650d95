import { Trans, useLingui } from '@lingui/react/macro';
import { Copy, Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { orderCalls } from '#schemas/api/order-calls.ts';
import type { OrderResponse } from '#schemas/order.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useTimeLeftText } from '#src/data/text/use-time-left-text.ts';
import { type RegionalClock, isDueSoon, dueSoonDays, timeLeft } from '#src/data/time/time-left.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Skeleton, SkeletonText } from '#src/ui/feedback/skeleton.tsx';
import { TimeMark } from '#src/ui/feedback/time-mark.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { useCopyToClipboard } from '#src/ui/use-copy-to-clipboard.ts';

type ResponseState =
  | { readonly name: 'loading' }
  | { readonly name: 'failed'; readonly error: unknown }
  | { readonly name: 'loaded'; readonly response: OrderResponse | null };

/** The vendor's response: number and password of a voucher. Loaded on demand and never stored. */
export function VendorResponse({ orderId }: { orderId: string }) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const { state, reload } = useVendorResponse(orderId);
  const offline = useConnection() !== 'online';
  if (state.name === 'loaded') {
    return state.response ? <Voucher response={state.response} /> : <NotYourVoucher />;
  }
  return (
    <Section title={t`Voucher`}>
      <Card>
        {state.name === 'loading' && !offline && (
          <Skeleton label={t`Loading the voucher`}>
            <SkeletonText lines={2} />
          </Skeleton>
        )}
        {offline && (
          <p className="text-ink-soft">
            <Trans>
              Go online to see it. For security, its number and password aren’t stored on this
              phone.
            </Trans>
          </p>
        )}
        {state.name === 'failed' && !offline && (
          <ErrorBlock
            messages={[errorMessage(state.error)]}
            action={
              <Button variant="secondary" onClick={reload}>
                <Trans>Try again</Trans>
              </Button>
            }
          />
        )}
      </Card>
    </Section>
  );
}

/** Shown to colleagues of the user who ordered the voucher. */
export function NotYourVoucher() {
  const { t } = useLingui();
  return (
    <Section title={t`Voucher`}>
      <Card>
        <p className="text-ink-soft">
          <Trans>
            Only the person who ordered it and your company’s owners can see the number.
          </Trans>
        </p>
      </Card>
    </Section>
  );
}

function useVendorResponse(orderId: string) {
  const call = useCall();
  const { user_id: userId } = useAccount().identity;
  const online = useConnection() === 'online';
  const [state, setState] = useState<ResponseState>({ name: 'loading' });
  const [attempt, setAttempt] = useState(1);
  const isAvailable = state.name === 'loaded';
  useEffect(() => {
    if (!online || isAvailable) return;
    call(orderCalls.getOrder, { params: { id: orderId } }, { userId }).then(
      ({ meta }) => setState({ name: 'loaded', response: meta.response }),
      (error: unknown) => setState({ name: 'failed', error }),
    );
  }, [call, orderId, userId, online, isAvailable, attempt]);
  const reload = () => {
    setState({ name: 'loading' });
    setAttempt(attempt + 1);
  };
  return { state, reload };
}

function Voucher({ response }: { response: OrderResponse }) {
  const { t } = useLingui();
  const { number, expiresAt, password } = response;
  const clock = useRegionalClock();
  return (
    <Section title={t`Voucher`}>
      <Card>
        <Secret label={t`Number`} value={number} copyLabel={t`Copy number`}>
          <span className="font-display text-title font-semibold tnum break-long">{number}</span>
        </Secret>
        {password !== null && <Password password={password} />}
        {expiresAt !== null && <UsableUntil expiresAt={expiresAt} clock={clock} />}
      </Card>
    </Section>
  );
}

/** A voucher's password, which is hidden until the user reveals it, because others may see the screen. */
function Password({ password }: { password: string }) {
  const { t } = useLingui();
  const [isVisible, setIsVisible] = useState(false);
  return (
    <div className="mt-3 border-t border-line pt-3">
      {isVisible && (
        <Secret label={t`Password`} value={password} copyLabel={t`Copy password`}>
          <span className="font-display text-title font-semibold break-long">{password}</span>
        </Secret>
      )}
      <Button
        variant="secondary"
        icon={isVisible ? <EyeOff /> : <Eye />}
        aria-expanded={isVisible}
        onClick={() => setIsVisible(!isVisible)}
      >
        {isVisible ? <Trans>Hide password</Trans> : <Trans>Show password</Trans>}
      </Button>
    </div>
  );
}

interface SecretProps {
  label: string;
  value: string;
  copyLabel: string;
  children: ReactNode;
}

/** A labelled value with a copy button. */
function Secret({ label, value, copyLabel, children }: SecretProps) {
  const copy = useCopyToClipboard();
  return (
    <div className="flex items-center justify-between gap-2">
      <p className="min-w-0">
        <span className="block text-small text-ink-soft">{label}</span>
        {children}
      </p>
      <IconButton label={copyLabel} icon={<Copy />} onClick={() => void copy(value)} />
    </div>
  );
}

/** Shows the last day of a voucher, with the time left if the voucher expires soon, or the day on which it expired. */
export function UsableUntil({ expiresAt, clock }: { expiresAt: string; clock: RegionalClock }) {
  const format = useFormat();
  const timeLeftText = useTimeLeftText();
  const timeRemaining = timeLeft(expiresAt, clock);
  if (timeRemaining === null || timeRemaining.unit === 'over') {
    return (
      <p className="mt-3 text-small font-semibold text-bad">
        <Trans>Expired on {format.date(expiresAt)}</Trans>
      </p>
    );
  }
  return (
    <p className="mt-3 flex flex-wrap gap-x-3 text-small text-ink-soft">
      <Trans>Valid until {format.day(timeRemaining.lastDay)}</Trans>
      {isDueSoon(timeRemaining, dueSoonDays.voucher) && (
        <TimeMark isSoon>{timeLeftText.format(timeRemaining)}</TimeMark>
      )}
    </p>
  );
}
