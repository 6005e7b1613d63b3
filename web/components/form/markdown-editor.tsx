import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { MARKDOWN_MAX } from '#contract/markdown/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { Bold } from '#web/components/icons/bold.tsx';
import { Heading } from '#web/components/icons/heading.tsx';
import type { Icon } from '#web/components/icons/icon.tsx';
import { ImagePlus } from '#web/components/icons/image-plus.tsx';
import { LinkIcon } from '#web/components/icons/link.tsx';
import { List } from '#web/components/icons/list.tsx';
import { type Edit, link, markLines, picture, type Selection, wrap } from '#web/lib/forms/markdown-edits.ts';
import { usePreview } from '#web/lib/forms/use-preview.ts';
import { Field } from './field.tsx';
import { PICTURE_TYPES, UploadProgress, useUpload } from './picture-field.tsx';

type Tool = { label: PlainId; icon: Icon; edit: (selection: Selection) => Edit; key?: string };

const TOOLS: readonly Tool[] = [
  { label: 'common.bold', icon: Bold, edit: (selection) => wrap(selection, '**'), key: 'b' },
  { label: 'common.heading', icon: Heading, edit: (selection) => markLines(selection, '## ') },
  { label: 'common.list', icon: List, edit: (selection) => markLines(selection, '- ') },
  { label: 'common.link', icon: LinkIcon, edit: link, key: 'k' },
];

/**
 * A text in Markdown with its buttons, and beside it (below a switch where there is little room) the very
 * page that readers will see. Takes what a `<textarea>` takes; `onBusy` is told while a picture is on its
 * way.
 */
export function MarkdownEditor({
  label,
  hint = t('common.markdown_hint'),
  error,
  onBusy = () => {},
  hasPictures = true,
  ...textarea
}: {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  onBusy?: (isBusy: boolean) => void;
  /** Whether pictures can be added to the text. */
  hasPictures?: boolean;
} & Omit<ComponentProps<'textarea'>, 'onInput' | 'onKeyDown' | 'onPaste' | 'maxLength'>) {
  const field = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(String(textarea.value ?? textarea.defaultValue ?? ''));
  const [isPreviewing, setIsPreviewing] = useState(false);
  const [hasNewPicture, setHasNewPicture] = useState(false);
  const { upload, send } = useUpload({
    onBusy,
    onUploaded: async (url, file) => {
      const size = await sizeOf(file);
      change((selection) => picture(selection, { url, size }));
      setHasNewPicture(true);
    },
  });

  function change(edit: (selection: Selection) => Edit) {
    if (!field.current) return;
    setIsPreviewing(false);
    type(field.current, edit);
  }

  function keyDown(event: KeyboardEvent) {
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const tool = isCommand ? TOOLS.find(({ key }) => key === event.key.toLowerCase()) : undefined;
    if (!tool) return;
    event.preventDefault();
    change(tool.edit);
  }

  return (
    <Field label={label} hint={hasNewPicture ? t('common.picture_words_hint') : hint} error={error}>
      {(wiring) => (
        <div className="@container">
          <div className="flex flex-wrap items-center gap-1 rounded-t-field border border-[#8a8296] border-b-0 bg-mist/40 p-1.5">
            {/* biome-ignore lint/a11y/useSemanticElements: buttons of one field are no fieldset */}
            <div role="group" aria-label={t('common.format_of', { label })} className="flex flex-wrap gap-1">
              {TOOLS.map(({ label: id, icon, edit, key }) => (
                <ToolButton key={id} label={t(id)} icon={icon} shortcut={key} onClick={() => change(edit)} />
              ))}
              {hasPictures && (
                <ToolButton
                  label={t('common.add_picture')}
                  icon={ImagePlus}
                  onClick={() => chooser.current?.click()}
                />
              )}
            </div>
            <button
              type="button"
              className="btn btn-sm btn-outline @sm:ms-auto @max-sm:w-full border-base-300 btn-paper @3xl:hidden"
              aria-pressed={isPreviewing}
              onClick={() => setIsPreviewing(!isPreviewing)}
            >
              {t('common.preview')}
            </button>
          </div>
          <div className="grid @3xl:grid-cols-2 rounded-b-field border border-[#8a8296]">
            <textarea
              dir="auto"
              rows={18}
              {...textarea}
              {...wiring}
              ref={field}
              maxLength={MARKDOWN_MAX}
              className={`textarea h-full w-full rounded-none border-0 leading-relaxed ${isPreviewing ? 'hidden @3xl:block' : ''}`}
              onInput={({ currentTarget }) => setTyped(currentTarget.value)}
              onKeyDown={keyDown}
              onPaste={(event) => {
                const file = [...event.clipboardData.files].find(({ type }) => type.startsWith('image/'));
                if (!file || !hasPictures) return;
                event.preventDefault();
                void send(file);
              }}
            />
            <Preview
              lang={textarea.lang}
              text={String(textarea.value ?? typed)}
              isPreviewing={isPreviewing}
            />
          </div>
          <input
            ref={chooser}
            type="file"
            hidden
            tabIndex={-1}
            aria-hidden="true"
            accept={PICTURE_TYPES}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              if (file) void send(file);
              // The same file may be chosen once more.
              currentTarget.value = '';
            }}
          />
          <UploadProgress upload={upload} waiting={t('common.image_is_uploading')} onRetry={send} />
        </div>
      )}
    </Field>
  );
}

function ToolButton({
  label,
  icon: Drawing,
  shortcut,
  onClick,
}: {
  label: string;
  icon: Icon;
  shortcut?: string;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-sm btn-square"
      aria-label={label}
      aria-keyshortcuts={shortcut && `Control+${shortcut.toUpperCase()}`}
      title={shortcut ? t('common.label_with_key', { label, key: shortcut.toUpperCase() }) : label}
      onClick={onClick}
    >
      <Drawing className="size-4.5" aria-hidden="true" />
    </button>
  );
}

/** Always there where there is room beside the text, else where it was asked for. */
function Preview({
  lang,
  text,
  isPreviewing,
}: {
  lang: string | undefined;
  text: string;
  isPreviewing: boolean;
}) {
  const pane = useRef<HTMLDivElement>(null);
  const { html, isCurrent, problem, retry } = usePreview(text, pane, isPreviewing);
  return (
    <section
      aria-label={t('common.preview')}
      className={`min-w-0 @3xl:border-[#8a8296] @3xl:border-s bg-base-100 ${isPreviewing ? '' : 'hidden @3xl:block'}`}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than its frame scrolls by keyboard only when it takes the focus */}
      <div ref={pane} tabIndex={0} className="h-full max-h-[36rem] min-h-48 overflow-y-auto px-5 py-3">
        {problem && (
          <p className="mb-3 flex flex-wrap items-center gap-2 text-error text-sm">
            {problem}
            <button type="button" className="btn btn-outline btn-error btn-xs" onClick={retry}>
              {t('common.try_again')}
            </button>
          </p>
        )}
        {html === '' && isCurrent && !problem && <p className="text-quiet">{t('common.preview_is_empty')}</p>}
        <Article lang={lang} html={html} isCurrent={isCurrent} />
      </div>
    </section>
  );
}

/** What a link in it leads to would take the place of what is being written. */
function Article({ lang, html, isCurrent }: { lang: string | undefined; html: string; isCurrent: boolean }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it holds links back, by pointer or by key
    <div
      lang={lang}
      className={`article transition-opacity ${isCurrent ? '' : 'opacity-60'}`}
      aria-busy={!isCurrent}
      onClick={(event) =>
        event.target instanceof Element && event.target.closest('a') && event.preventDefault()
      }
      // Made from Markdown on the server, which lets no HTML of the author's through.
      // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** Types into a field as its user would, so that undo takes it back. */
function type(field: HTMLTextAreaElement, edit: (selection: Selection) => Edit) {
  const { value, selectionStart, selectionEnd } = field;
  const { from, to, text, start, end } = edit({ value, start: selectionStart, end: selectionEnd });
  field.focus();
  field.setSelectionRange(from, to);
  // The one way that keeps the browser's own history of what was typed; where it is refused, the text counts
  // more.
  const isTyped = text ? document.execCommand('insertText', false, text) : document.execCommand('delete');
  if (!isTyped) {
    field.setRangeText(text, from, to);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  field.setSelectionRange(start, end);
}

/**
 * How wide and high a picture is, so that the page keeps the room for it; undefined where the browser cannot
 * tell.
 */
async function sizeOf(file: File): Promise<{ width: number; height: number } | undefined> {
  try {
    const { width, height } = await createImageBitmap(file);
    return { width, height };
  } catch {
    return undefined;
  }
}
