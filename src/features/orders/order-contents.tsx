import { Trans, useLingui } from '@lingui/react/macro';
import { CreditCard, Download, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { brand } from '#brand';
import type {
  OrderDocument,
  OrderLine,
  BrandLogo,
  CustomInput,
  OrderFile,
} from '#schemas/order.ts';
import { productKindOf } from '#schemas/vendors.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCanSee } from '#src/data/account/permissions.ts';
import { saveFile } from '#src/data/device/save-and-share-file.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useServices } from '#src/data/services.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useMoney } from '#src/data/text/money.ts';
import { coversOf, CoverPicture } from '#src/features/marketing/covers/cover-list.tsx';
import { ServiceIcon } from '#src/features/marketing/covers/service-icon.tsx';
import {
  materialLanguageName,
  useMaterialLabels,
} from '#src/features/marketing/covers/use-material-labels.ts';
import { Button } from '#src/ui/button.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Disclosure } from '#src/ui/layout/disclosure.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { ProductLine } from '#src/ui/lists/product-line.tsx';
import { Points } from '#src/ui/points.tsx';

/** Contents of an order (spec 2 §2): products with quantity and price, a card, or a top-up. */
export function OrderContents({ order }: { order: OrderDocument }) {
  const { t } = useLingui();
  const kind = productKindOf(order.meta.type);
  return (
    <Section title={t`What you ordered`}>
      <List>
        {order.contents.map((line) => (
          <Line key={line.variantGuid} line={line} isOnlyLine={order.contents.length === 1} />
        ))}
      </List>
      {kind === 'card' && (
        <CardNote>
          <Trans>Club card. When it arrives, register the card number.</Trans>
        </CardNote>
      )}
      {kind === 'top-up' && <TopUp order={order} />}
      {order.contents.map(
        ({ variantGuid, inputData }) =>
          inputData && <CustomInputData key={variantGuid} input={inputData} />,
      )}
    </Section>
  );
}

interface LineProps {
  line: OrderLine;
  /** True if this is the order's only line. Its total would then only repeat the order's points. */
  isOnlyLine: boolean;
}

function Line({ line, isOnlyLine }: LineProps) {
  const format = useFormat();
  const quantity = format.number(line.quantity);
  const price = format.number(line.price);
  const total = line.price * line.quantity;
  return (
    <ProductLine
      image={line.image}
      name={line.name}
      variant={line.title}
      quantityText={line.quantity === 1 ? '' : `${quantity} × ${price}`}
      total={!isOnlyLine && <Points number={format.number(total)} label={format.points(total)} />}
    />
  );
}

function TopUp({ order }: { order: OrderDocument }) {
  const money = useMoney();
  const { amount } = order.meta;
  const value = amount === null ? null : money(amount);
  return (
    <CardNote>
      {value === null ? (
        <Trans>Club card top-up.</Trans>
      ) : (
        <Trans>Club card top-up worth {value}.</Trans>
      )}
    </CardNote>
  );
}

/** Text about the club card, with a link to the card's screen if the user can see that screen. */
function CardNote({ children }: { children: ReactNode }) {
  const canSee = useCanSee();
  return (
    <Card>
      <p className="break-long">{children}</p>
      {canSee(paths.clubCard()) && (
        <div className="mt-3">
          <LinkButton variant="secondary" icon={<CreditCard />} {...linkTo(paths.clubCard())}>
            <Trans>Go to club card</Trans>
          </LinkButton>
        </div>
      )}
    </Card>
  );
}

const { manufacturer } = brand;

/** Configuration of a custom product (spec 2 §2), collapsed. */
function CustomInputData({ input }: { input: CustomInput }) {
  const { t } = useLingui();
  const labels = useMaterialLabels();
  const { type, subtype, language, brandLogo } = input;
  const brandNames: Record<BrandLogo, string> = {
    recommended: t`Recommended installer logo`,
    default: t`Plain logo next to yours`,
  };
  const rows: readonly { term: string; detail: ReactNode }[] = [
    {
      term: t`Material`,
      detail:
        type && [labels.type(type), subtype && labels.subtype(subtype)].filter(Boolean).join(', '),
    },
    { term: t`Cover`, detail: input.coverImage !== undefined && <SelectedCover input={input} /> },
    { term: t`Language`, detail: language && materialLanguageName(language) },
    {
      term: t({ context: 'person', message: 'Name' }),
      detail: [input.name, input.surname].filter(Boolean).join(' '),
    },
    { term: t`Company name`, detail: input.companyName },
    {
      term: t`Address`,
      detail: [input.addressLine1, input.addressLine2, input.addressLine3]
        .filter(Boolean)
        .join(', '),
    },
    { term: t`Phone`, detail: input.phone },
    { term: t`Email`, detail: input.email },
    { term: t`Website`, detail: input.link && <InputLink link={input.link} /> },
    { term: t`Short description`, detail: input.shortDescription },
    { term: t`Long description`, detail: input.longDescription },
    { term: t`Services`, detail: input.services && <ServiceList services={input.services} /> },
    { term: t`Note`, detail: input.note },
    {
      term: t`Logo`,
      detail: input.logo && <LogoFile file={input.logo} />,
    },
    { term: t`${manufacturer} logo`, detail: brandLogo && brandNames[brandLogo] },
  ];
  return (
    <Disclosure title={<Trans>Print details</Trans>} icon={<FileText />}>
      <DetailList items={rows.filter(({ detail }) => Boolean(detail))} />
    </Disclosure>
  );
}

/** The cover image and its description. */
function SelectedCover({ input: { type, subtype, coverImage } }: { input: CustomInput }) {
  const { i18n } = useLingui();
  if (type === undefined || coverImage === undefined) return null;
  const cover = coversOf(type, subtype ?? null)[coverImage];
  if (!cover) return null;
  return (
    <span className="block w-40 max-w-full">
      <span className="mb-1 block overflow-hidden rounded-control">
        <CoverPicture type={type} subtype={subtype ?? null} position={coverImage} />
      </span>
      {i18n._(cover.name)}
    </span>
  );
}

/** The company's services with images. */
function ServiceList({ services }: { services: NonNullable<CustomInput['services']> }) {
  const { t } = useLingui();
  const labels = useMaterialLabels();
  return (
    <ol aria-label={t`Services`} className="space-y-2">
      {services.map(({ text, icon }, index) => (
        <li key={index} className="flex gap-2">
          <span role="img" aria-label={labels.icon(icon)} className="shrink-0">
            <ServiceIcon id={icon} />
          </span>
          <span className="min-w-0 break-long">{text}</span>
        </li>
      ))}
    </ol>
  );
}

/** The logo file as uploaded; only offered as a download. */
function LogoFile({ file }: { file: OrderFile }) {
  const { t } = useLingui();
  const { transport } = useServices();
  const { user_id: userId } = useAccount().identity;
  const errorMessage = useErrorMessage();
  const offline = useConnection() !== 'online';
  const { run, busy } = useRequest(() =>
    transport.fetchOrderFile(file.uuid, { userId }).then(
      (blob) => saveFile(blob, file.name),
      (error: unknown) =>
        void showToast({ tone: 'bad', subject: file.uuid, message: errorMessage(error) }),
    ),
  );
  return (
    <Button
      variant="secondary"
      icon={<Download />}
      busy={busy}
      disabledReason={offline && t`You’re offline. Connect to download the file.`}
      onClick={() => void run()}
    >
      {file.name}
    </Button>
  );
}

/** The website as typed; only a link if it's a web address. */
function InputLink({ link }: { link: string }) {
  if (!/^https?:\/\//i.test(link)) return <>{link}</>;
  return (
    <a href={link} target="_blank" rel="noreferrer" className="font-semibold text-info underline">
      {link}
    </a>
  );
}
