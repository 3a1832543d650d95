import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { timeText } from '#console/parts/country-and-time.ts';
import { DownloadLink } from '#console/parts/download-link.tsx';
import { ScrollRegion } from '#console/parts/scroll-region.tsx';
import { eventText, type OrderRecord } from './order-texts.ts';

const tableClass =
  'w-full text-small [&_td]:border-t [&_td]:border-line [&_td]:py-2 [&_td]:pe-4 [&_td]:align-top [&_th]:py-2 [&_th]:pe-4 [&_th]:text-start [&_thead]:text-ink-soft';
const numberClass = 'text-end! tnum';

function Card({ children }: { children: ReactNode }) {
  return <div className="rounded-card bg-surface-raised p-4 card-rise">{children}</div>;
}

/** Ordered items with their prices, and uploaded files. */
export function OrderGoods({ order }: { order: OrderRecord }) {
  const { t, i18n } = useLingui();
  return (
    <Card>
      <ScrollRegion label={t({ message: 'Goods', context: 'column' })}>
        <table className={tableClass}>
          <thead>
            <tr>
              <th scope="col">
                <Trans context="column">Goods</Trans>
              </th>
              <th scope="col" className={numberClass}>
                <Trans>Quantity</Trans>
              </th>
              <th scope="col" className={numberClass}>
                <Trans>Price</Trans>
              </th>
              <th scope="col" className={numberClass}>
                <Trans>Points</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {order.goods.map(({ name, attributes, quantity, price }, index) => (
              // Lines are never reordered.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <td>
                  {name}
                  {attributes !== '' && <span className="block text-ink-soft">{attributes}</span>}
                </td>
                <td className={numberClass}>{i18n.number(quantity)}</td>
                <td className={numberClass}>{i18n.number(price)}</td>
                <td className={numberClass}>{i18n.number(price * quantity)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <SumRow span={3} sum={order.points} />
          </tfoot>
        </table>
      </ScrollRegion>
      {order.files.length > 0 && (
        <section aria-label={t`Files`} className="pt-3 text-small">
          <h3 className="font-semibold">
            <Trans>Files</Trans>
          </h3>
          <ul>
            {order.files.map(({ uuid, name }) => (
              <li key={uuid}>
                {order.can_reveal ? (
                  <DownloadLink
                    href={`/api/operator/v1/orders/${order.id}/files/${uuid}`}
                    fileName={name}
                    className="inline-flex min-h-tool items-center gap-1.5 font-semibold break-long text-info underline [&_svg]:size-4"
                  >
                    {name}
                  </DownloadLink>
                ) : (
                  name
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Card>
  );
}

/** Ledger entries of the order, with their sum. */
export function OrderLedger({ order }: { order: OrderRecord }) {
  const { t, i18n } = useLingui();
  return (
    <Card>
      <ScrollRegion label={t`Ledger`}>
        <table className={tableClass}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Time</Trans>
              </th>
              <th scope="col">
                <Trans>Line</Trans>
              </th>
              <th scope="col" className={numberClass}>
                <Trans>Points</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {order.ledger.map(({ at, event, points }, index) => (
              // The ledger is append-only, so indexes are stable.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <td>{timeText(i18n, at)}</td>
                <td>{eventText(i18n, event)}</td>
                <td className={numberClass}>
                  {i18n.number(points, { signDisplay: 'exceptZero' })}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <SumRow span={2} sum={order.ledger_points} />
          </tfoot>
        </table>
      </ScrollRegion>
    </Card>
  );
}

function SumRow({ span, sum }: { span: number; sum: number }) {
  const { i18n } = useLingui();
  return (
    <tr className="font-semibold">
      <td colSpan={span}>
        <Trans>Total</Trans>
      </td>
      <td className={numberClass}>{i18n.number(sum)}</td>
    </tr>
  );
}
