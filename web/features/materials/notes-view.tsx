import { useState } from 'react';
import type { LessonNotes } from '#contract/materials/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';
import { FileAdder } from './file-adder.tsx';
import { FileList } from './file-list.tsx';
import { Given } from './given.tsx';
import { NotesForm } from './notes-form.tsx';
import { PractisedDots } from './practised-dots.tsx';

/** What is given in a lesson, for those who teach it, and for the office to read. */
export function NotesView({ notes, today }: { notes: LessonNotes; today: string }) {
  const { weekday, hours } = useFormats();
  const { lesson, files, mayedit, learners = [] } = notes;
  const [isUploading, setIsUploading] = useState(false);
  return (
    <>
      <PageHeading title={t('materials.notes_and_files')} lead={<OwnWords>{lesson.classname}</OwnWords>} />
      <p className="mt-1 text-quiet first-letter:uppercase">
        {weekday(lesson.day)},{' '}
        <span className="whitespace-nowrap">{hours(lesson.startsat, lesson.endsat)}</span>
      </p>
      <p className="mt-3 max-w-2xl text-quiet text-sm">{t('materials.for_whom')}</p>
      {mayedit ? (
        <>
          <section className="panel mt-6 p-5 sm:p-8">
            <NotesForm key={lesson._id} notes={notes} isUploading={isUploading} />
          </section>
          <section aria-labelledby="files" className="panel mt-6 p-5 sm:p-8">
            <h2 id="files" className="text-subheading">
              {t('materials.files')}
            </h2>
            {files.length > 0 && <FileList files={files} mayDelete />}
            <div className="mt-4">
              <FileAdder lessonid={lesson._id} onBusy={setIsUploading} />
            </div>
          </section>
          {learners.length > 0 && (
            <section aria-labelledby="practised" className="panel mt-6 p-5 sm:p-8">
              <h2 id="practised" className="text-subheading">
                {t('materials.practised_lately')}
              </h2>
              <PractisedDots learners={learners} today={today} />
            </section>
          )}
        </>
      ) : (
        <section className="panel mt-6 p-5 sm:p-8">
          <Given html={notes.html} files={files} />
        </section>
      )}
    </>
  );
}
