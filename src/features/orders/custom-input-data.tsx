import { Trans, useLingui } from '@lingui/react/macro';
import { Download, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CustomInput, OrderFile } from '#schemas/order.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorWords } from '#src/data/words/error-words.ts';
import { saveFile } from '#src/data/device/save-file.ts';
import { useServices } from '#src/data/services.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { Button } from '#src/ui/button.tsx';
import { DetailList } from '#src/ui/detail-list.tsx';
import { Disclosure } from '#src/ui/disclosure.tsx';
import { showToast } from '#src/ui/toast-store.ts';

/** What a custom product is made with (spec 2 §2): in its place, opened when it is wanted. */
export function CustomInputData({ input }: { input: CustomInput }) {
  const { t } = useLingui();
  const rows: readonly { term: string; detail: ReactNode }[] = [
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
    { term: t`E-mail`, detail: input.email },
    { term: t`Link`, detail: input.link && <InputLink link={input.link} /> },
    { term: t`Short description`, detail: input.shortDescription },
    { term: t`Long description`, detail: input.longDescription },
    { term: t`Services`, detail: input.services?.map(({ text }) => text).join(', ') },
    { term: t`Note`, detail: input.note },
    {
      term: t`Logo`,
      detail: input.logo && <LogoFile file={input.logo} />,
    },
  ];
  return (
    <Disclosure title={<Trans>What it is made with</Trans>} icon={<FileText />}>
      <DetailList items={rows.filter(({ detail }) => Boolean(detail))} />
    </Disclosure>
  );
}

/** The file as it was sent: only ever downloaded. */
function LogoFile({ file }: { file: OrderFile }) {
  const { t } = useLingui();
  const { transport } = useServices();
  const { user_id: userId } = useAccount().identity;
  const errorWords = useErrorWords();
  const offline = useConnection() !== 'online';
  const { run, busy } = useRequest(() =>
    transport.orderFile(file.uuid, { userId }).then(
      (blob) => saveFile(blob, file.name),
      (error: unknown) => void showToast({ tone: 'bad', message: errorWords(error) }),
    ),
  );
  return (
    <Button
      variant="secondary"
      icon={<Download />}
      busy={busy}
      disabledReason={offline && t`You are offline. The file is downloaded online.`}
      onClick={() => void run()}
    >
      {file.name}
    </Button>
  );
}

/** Somebody typed it: only an address of the web is a link. */
function InputLink({ link }: { link: string }) {
  if (!/^https?:\/\//i.test(link)) return <>{link}</>;
  return (
    <a
      href={link}
      target="_blank"
      rel="noreferrer"
      className="font-semibold text-brand-strong underline"
    >
      {link}
    </a>
  );
}
