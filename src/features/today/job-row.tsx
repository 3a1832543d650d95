import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { CalendarPlus, MapPinned, Package, Phone } from 'lucide-react';
import { linkTo } from '#src/app/link-to.tsx';
import { type AppLink, paths } from '#src/app/paths.ts';
import { saveFile } from '#src/data/device/save-and-share-file.ts';
import { useRequest, useServerNow } from '#src/data/requests/use-request.ts';
import { customerAddress, customerName } from '#src/data/text/customer-text.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { callLink } from '#src/data/text/phone.ts';
import { mapLink, phonesOf } from '#src/features/_shared/contact/contact-links.tsx';
import { useRequestedItemName } from '#src/features/leads/exports.tsx';
import { addressOf, ProjectThumbnail } from '#src/features/projects/queries.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Button } from '#src/ui/button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Facts } from '#src/ui/lists/detail-list.tsx';
import { ListRow } from '#src/ui/lists/list.tsx';
import { TextLink } from '#src/ui/links.tsx';
import { Avatar } from '#src/ui/media/avatar.tsx';
import { useCopyToClipboard } from '#src/ui/use-copy-to-clipboard.ts';
import type { Missing, PlannedJob } from './day-plan.ts';

/** A job: its address and customer, the products to bring, missing details, call and route. */
export function JobRow({ job, showsDate }: { job: PlannedJob; showsDate: boolean }) {
  const format = useFormat();
  const { project, customer, date } = job;
  const address = jobAddress(job);
  const name = customer && customerName(customer.customer_info);
  const dateText = showsDate && date !== null && format.day(date);
  return (
    <ListRow
      thumbnail={project ? <ProjectThumbnail project={project} /> : <Avatar name={name ?? ''} />}
      title={address || name}
      meta={<Facts facts={[address !== '' && (name ?? project?.name), dateText]} />}
      below={<JobDetails job={job} address={address} />}
      {...linkTo(pageOf(job))}
    />
  );
}

function jobAddress({ lead, project }: PlannedJob): string {
  if (lead) return customerAddress(lead.customer_info);
  return project ? addressOf(project) : '';
}

/** The page of the job, where its details are changed. */
function pageOf({ lead, project, id }: PlannedJob): AppLink {
  if (lead?.state === 'refused' || project === null) return paths.lead(id);
  return paths.project(project.uuid);
}

function JobDetails({ job, address }: { job: PlannedJob; address: string }) {
  const { t } = useLingui();
  const copy = useCopyToClipboard();
  const productList = useProductList(job);
  const [phone] = job.customer ? phonesOf(job.customer) : [];
  const mapHref = address === '' ? null : mapLink(address, navigator.userAgent);
  return (
    <div className="space-y-2">
      <Products list={productList} />
      <MissingLink job={job} />
      <div className="flex flex-wrap gap-2 [&>*]:grow desk:[&>*]:grow-0">
        {phone !== undefined && (
          <LinkButton variant="secondary" icon={<Phone />} href={callLink(phone)}>
            {t`Call`}
          </LinkButton>
        )}
        {mapHref !== null && (
          <LinkButton variant="secondary" icon={<MapPinned />} href={mapHref}>
            {t({ context: 'to the customer', message: 'Directions' })}
          </LinkButton>
        )}
        {mapHref === null && address !== '' && (
          <Button
            variant="secondary"
            icon={<MapPinned />}
            onClick={() => void copy(address, t`Address copied`)}
          >
            {t`Copy address`}
          </Button>
        )}
        {job.date !== null && (
          <AddToCalendar
            day={job.date}
            job={job}
            address={address}
            details={[phone, productList]}
          />
        )}
      </div>
    </div>
  );
}

interface AddToCalendarProps {
  job: PlannedJob;
  day: string;
  address: string;
  /** Lines of the event's description. */
  details: readonly (string | undefined)[];
}

/** Saves the job as an all-day event, which the phone's calendar opens. Works offline. */
function AddToCalendar({ job, day, address, details }: AddToCalendarProps) {
  const { t } = useLingui();
  const router = useRouter();
  const serverNow = useServerNow();
  const errorMessage = useErrorMessage();
  const saving = useRequest(async () => {
    const { calendarFile } = await import('./calendar-file.ts');
    const subject = (job.customer && customerName(job.customer.customer_info)) || address;
    const event = {
      id: job.id,
      day,
      title: t`Installation: ${subject}`,
      place: address,
      description: details.filter(Boolean).join('\n'),
      url: new URL(router.buildLocation(pageOf(job)).href, location.origin).href,
    };
    const file = new Blob([calendarFile(event, serverNow())], { type: 'text/calendar' });
    saveFile(file, `${day}.ics`);
  });
  return (
    <>
      <Button
        variant="secondary"
        icon={<CalendarPlus />}
        busy={saving.busy}
        onClick={() => void saving.run()}
      >
        {t`Add to calendar`}
      </Button>
      <ErrorBlock messages={saving.failure === null ? [] : [errorMessage(saving.failure)]} />
    </>
  );
}

/** Names the products that the customer asked for; empty if unknown. */
function useProductList({ products }: PlannedJob): string {
  const nameOf = useRequestedItemName();
  const format = useFormat();
  return products
    .map(({ type, quantity }) => `${format.number(quantity)} × ${nameOf(type)}`)
    .join(', ');
}

/** The products that the customer asked for. */
function Products({ list }: { list: string }) {
  if (list === '') return null;
  return (
    <p className="flex gap-2 text-small break-long">
      <Package className="size-5 shrink-0 text-ink-soft" aria-hidden="true" />
      <span className="min-w-0">
        <Trans>Bring: {list}</Trans>
      </span>
    </p>
  );
}

/** Details that are missing, with a link to the page where they are added. */
function MissingLink({ job }: { job: PlannedJob }) {
  const { t } = useLingui();
  if (job.missing.length === 0) return null;
  const names: Record<Missing, string> = {
    date: t`Installation date`,
    address: t`Address`,
    phone: t`Phone number`,
    products: t`Products`,
  };
  const list = job.missing.map((name) => names[name]).join(', ');
  return (
    <TextLink {...linkTo(pageOf(job))}>
      <span className="text-small break-long">
        <Trans>Missing: {list}</Trans>
      </span>
    </TextLink>
  );
}
