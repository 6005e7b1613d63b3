import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** What a teacher gave a class in a lesson: what to practise, and files. */
export type LessonNotes = z.input<typeof schema.LessonNotes>;
export type LessonFile = z.input<typeof schema.LessonFile>;
/** What a learner was given in the latest lessons. */
export type LearnerMaterials = z.input<typeof schema.LearnerMaterials>;
export type Practised = z.input<typeof schema.Practised>;

/** What a file is, by its content. */
export const FILE_KINDS = ['pdf', 'mp3', 'm4a', 'jpeg', 'png', 'musicxml', 'mxl'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** How the name of a file of a kind ends, whatever it was called. */
export const FILE_ENDINGS: { readonly [K in FileKind]: string } = {
  pdf: '.pdf',
  mp3: '.mp3',
  m4a: '.m4a',
  jpeg: '.jpg',
  png: '.png',
  musicxml: '.musicxml',
  mxl: '.mxl',
};

export const FILE_BYTES_MAX = 20 * 1024 * 1024;
/** Of all files of a class. */
export const CLASS_BYTES_MAX = 200 * 1024 * 1024;
export const FILE_NAME_MAX = 120;

/** Lessons that are told of a learner at once. */
export const LESSONS_SHOWN = 30;
/** Up to so many days ago, today among them, a day can be marked as practised. */
export const PRACTISED_DAYS = 14;
/** The days that one answer tells of at most. */
export const PRACTISED_MAX = 400;

const everyRole = { student: 'any', instructor: 'any', office: 'any', admin: 'any' } as const;
/** Who has a learner in the lesson, or teaches it or its class. */
const attended = { student: { self: 'attended' }, instructor: { self: 'attended' } } as const;
const taught = { instructor: { self: 'taught' }, admin: 'any' } as const;

export const materialCalls = {
  readLessonNotes: {
    method: 'GET',
    url: '/lessons/:id/notes',
    config: { access: { ...attended, office: 'any', admin: 'any' } },
  },
  writeLessonNotes: { method: 'PUT', url: '/lessons/:id/notes', config: { access: taught } },
  addLessonFile: { method: 'POST', url: '/lessons/:id/files', config: { access: taught } },
  readLessonFile: {
    method: 'GET',
    url: '/files/:id',
    config: {
      access: { student: { self: 'file' }, instructor: { self: 'file' }, office: 'any', admin: 'any' },
    },
  },
  deleteLessonFile: {
    method: 'DELETE',
    url: '/files/:id',
    config: { access: { instructor: { self: 'taughtfile' }, admin: 'any' } },
  },
  listMaterials: { method: 'GET', url: '/materials/:learnerid', config: { access: everyRole } },
  listPractised: { method: 'GET', url: '/practised/:learnerid', config: { access: everyRole } },
  markPractised: { method: 'PUT', url: '/practised/:learnerid/:day', config: { access: everyRole } },
  unmarkPractised: { method: 'DELETE', url: '/practised/:learnerid/:day', config: { access: everyRole } },
} as const satisfies Calls;
