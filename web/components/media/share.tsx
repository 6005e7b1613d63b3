import { t } from '#languages/t.ts';
import { Mail } from '#web/components/icons/mail.tsx';
import { MessageCircle } from '#web/components/icons/message-circle.tsx';
import { Share2 } from '#web/components/icons/share-2.tsx';
import { toast } from '#web/components/layout/toasts.tsx';

const BUTTON = 'btn btn-outline btn-square border-base-300';

/** Hands a page on: by the device's own share sheet, or by copying its link; and by the usual places. */
export function Share({
  title,
  url,
  tone = 'btn-primary',
}: {
  title: string;
  url: string;
  /** How much the first of its buttons stands out. */
  tone?: string;
}) {
  const link = encodeURIComponent(url);
  const words = encodeURIComponent(title);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <button type="button" className={`btn ${tone}`} onClick={() => share({ title, url })}>
        <Share2 className="size-4" aria-hidden="true" />
        {t('common.share')}
      </button>
      <a
        className={BUTTON}
        aria-label={t('common.share_on_facebook')}
        href={`https://www.facebook.com/sharer/sharer.php?u=${link}`}
        {...OUTSIDE}
      >
        <Letter d="M13.5 21v-8h2.8l.5-3.4h-3.3V7.5c0-1 .4-1.6 1.7-1.6H17V2.9C16.5 2.8 15.600 2.700 14.700 2.700 12 2.700 10.200 4.300 10.200 7.200v2.400H7.300V13h2.900v8Z" />
      </a>
      <a
        className={BUTTON}
        aria-label={t('common.share_on_x')}
        href={`https://x.com/intent/post?text=${words}&url=${link}`}
        {...OUTSIDE}
      >
        <Letter d="M4 3.500h5l4 5.600 4.900-5.600h2.200l-6.100 7 6.500 9.500h-5l-4.400-6.300L5.600 20H3.400l6.700-7.800Zm3.100 1.800 9.300 13h1.100l-9.300-13Z" />
      </a>
      <a
        className={BUTTON}
        aria-label={t('common.share_on_whatsapp')}
        href={`https://wa.me/?text=${words}%20${link}`}
        {...OUTSIDE}
      >
        <MessageCircle className="size-5" aria-hidden="true" />
      </a>
      <a
        className={BUTTON}
        aria-label={t('common.send_by_email')}
        href={`mailto:?subject=${words}&body=${link}`}
      >
        <Mail className="size-5" aria-hidden="true" />
      </a>
    </div>
  );
}

const OUTSIDE = { target: '_blank', rel: 'noopener noreferrer' };

const Letter = ({ d }: { d: string }) => (
  <svg viewBox="0 0 24 24" className="size-4.5" aria-hidden="true">
    <path d={d} fill="currentColor" fillRule="evenodd" />
  </svg>
);

async function share(page: { title: string; url: string }) {
  if (navigator.share) {
    // A rejection is a person who changed their mind.
    return navigator.share(page).catch(() => {});
  }
  try {
    await navigator.clipboard.writeText(page.url);
    toast('success', t('common.link_copied'));
  } catch {
    toast('error', t('common.link_not_copied', { url: page.url }));
  }
}
