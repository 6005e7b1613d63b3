import type { Calls } from '#contract/endpoint.ts';

/*
 * The calls that teachers and the office make, apart from those of calls.ts: no public page loads them.
 */

const teacher = { instructor: { self: 'params.email' }, office: 'any', admin: 'any', key: 'read' } as const;
const owner = { instructor: { self: 'class' } } as const;
const admins = { admin: 'any' } as const;
const office = { office: 'any', ...admins } as const;
/** What the school offers: its classes, when they meet, and the instructors with what they teach. */
const offer = ['classes', 'timetable', 'instructors'] as const;

export const classOfficeCalls = {
  searchClasses: { method: 'GET', url: '/classes/search', config: { access: { ...office, key: 'read' } } },
  listClassesOfInstructor: {
    method: 'GET',
    url: '/classes/find/:email',
    config: { access: teacher },
  },
  browseClassesOfInstructor: {
    method: 'GET',
    url: '/classes/find/:email/page',
    config: { access: teacher },
  },
  readTeaching: { method: 'GET', url: '/classes/find/:email/sums', config: { access: teacher } },
  addClass: { method: 'POST', url: '/addclass', config: { access: { instructor: 'any', ...office } } },
  updateClass: {
    method: 'PUT',
    url: '/class/update/:id',
    config: { access: { ...owner, ...office }, changes: ['classes', 'timetable'] },
  },
  resubmitClass: {
    method: 'PUT',
    url: '/class/resubmit/:id',
    config: { access: { ...owner, ...office } },
  },
  deleteClass: { method: 'DELETE', url: '/delete/:id', config: { access: admins, changes: offer } },
  /** The office may ask what it would do; an admin does it. */
  callOff: {
    method: 'POST',
    url: '/class/:id/calloff',
    config: { access: office, changes: offer },
  },
  approveClass: { method: 'PUT', url: '/class/approved/:id', config: { access: admins, changes: offer } },
  acceptClass: { method: 'PUT', url: '/class/accept/:id', config: { access: admins, changes: ['classes'] } },
  denyClass: { method: 'PUT', url: '/class/denied/:id', config: { access: admins, changes: offer } },
  handOverClass: { method: 'PUT', url: '/class/teacher/:id', config: { access: office, changes: offer } },
  giveFeedback: {
    method: 'PUT',
    url: '/class/feedback/:id',
    config: { access: admins, changes: ['classes'] },
  },
  listClassHistory: {
    method: 'GET',
    url: '/class/history/:id',
    config: { access: { ...owner, ...office, key: 'people' } },
  },
} as const satisfies Calls;
