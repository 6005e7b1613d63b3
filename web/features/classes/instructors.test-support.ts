/** An instructor as an admin's search finds them. */
const named = (name: string) => ({
  _id: name,
  name,
  email: `${name.toLowerCase()}@school.example`,
  photoURL: null,
  role: 'instructor' as const,
  confirmed: true,
  listed: true,
  leavesat: null,
});

/** A page of instructors by their names; of `total` that are found. */
export const pageOfInstructors = (names: string[], total = names.length) => ({
  items: names.map(named),
  previous: null,
  next: total > names.length ? 'further' : null,
  total,
});
