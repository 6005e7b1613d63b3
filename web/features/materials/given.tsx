import type { LessonFile } from '#contract/materials/calls.ts';
import { t } from '#languages/t.ts';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { FileList } from './file-list.tsx';

/** What was given in a lesson, as its families read it. */
export function Given({ html, files }: { html: string; files: readonly LessonFile[] }) {
  const lang = useOwnLanguage();
  if (!html && files.length === 0) return <p className="text-quiet">{t('materials.nothing_yet')}</p>;
  return (
    <>
      {html && (
        <div
          dir="auto"
          lang={lang}
          className="article"
          // Made from Markdown on the server, which lets no HTML of the author's through.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
          dangerouslySetInnerHTML={{ __html: html }}
        />
      )}
      {files.length > 0 && <FileList files={files} />}
    </>
  );
}
