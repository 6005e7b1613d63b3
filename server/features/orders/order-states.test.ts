import { describe, expect, test } from 'vitest';
import type { OrderState } from '#server/database/schema.ts';
import { checkTransition, HOLDING, ORDER_STATES, TRANSITIONS } from './order-states.ts';

const rows = (...lines: readonly (readonly string[])[]) =>
  lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The page that explains payments, as the table of states and transitions has it. */
function drawPage() {
  const arrows = TRANSITIONS.flatMap(({ from, to }, at) =>
    from.map((state) => `  ${state} --> ${to}: ${at + 1}`),
  );
  return `# Payments

<!-- Drawn from server/features/orders/order-states.ts: \`npx vitest run --project sqlite -u order-states\` -->

An order is one attempt of a student to pay for a class. It goes from state to state by the transitions below and by no other: each is a
conditional update, so that of two at once one is first and the other finds it done. What the card service says decides; what the browser
or an event says is only a reason to ask it. An order whose payment names no class holds no seat until it is bound to one.

An order is one seat. What a parent pays for at once, up to twenty places in several classes and for several learners, is a checkout: an order for each
place, which share a \`checkoutid\` and the payment. All are opened in one transaction or none is, and until they are paid they are locked together and go
through the states in step: all enrolled, all owed back or all expired, whichever of them it is that stands in the way. What costs nothing among them expires
where the others are owed back. From then on each place is cancelled and refunded for itself. An order that is paid alone has no \`checkoutid\`.
An enrolled place may be moved to another learner of the family ([families.md](families.md)): its order keeps the payer, the sum and the state, and names the new learner.

With a flat fee the price of the class is paid to the school itself: the receipt and the mail of a standing place say it (\`later\`: the class's price of now, for what, of how many lessons, when it is due), and no sum of the books, no CSV and no refund holds it.

\`\`\`mermaid
stateDiagram-v2
  [*] --> held
${arrows.join('\n')}
\`\`\`

## States

${rows(
  ['State', 'Seat', 'Money', 'Meaning'],
  ['---', '---', '---', '---'],
  ...Object.entries(ORDER_STATES).map(([state, { seat, money, meaning }]) => [
    `\`${state}\``,
    seat,
    money,
    meaning,
  ]),
)}

## Transitions

${rows(
  ['', 'From', 'To', 'Because'],
  ['---', '---', '---', '---'],
  [
    '',
    '',
    '`held`',
    'A student begins to pay for a class, or enrols in one that costs nothing; or an admin enrols by hand.',
  ],
  ...TRANSITIONS.map(({ from, to, cause }, at) => [
    String(at + 1),
    from.map((state) => `\`${state}\``).join(', '),
    `\`${to}\``,
    cause,
  ]),
)}

## Returns

Of a payment for one order all that is left goes back. Orders that one payment paid are refunded one by one: each by a sum of its own that is fixed
before the card service is asked, in a refund that names the order. What went back without naming one, by a refund at the card service or a lost
dispute, counts first for orders that are enrolled no more; the rest lies on those who are, and ends their places once all of the payment is back.
\`share-out.ts\` works it out, and the money check shows it.

## Several at once
\`POST /enrolments\` takes one place, or \`items\` (50 at most) with a \`mode\`: \`all\` gives every place or none, \`fitting\` those that can be given. Each item is a place as the call for one takes it: who, which class, \`cash\`, \`transfer\`, \`due\` or \`free\`, another sum with its reason.
The answer is 200 whatever became of it, and says of each place where it is: \`enrolled\` with what was booked, or \`leftout\` with the code and the sentence that the call for one would have been refused with; \`sums\` by each way of paying, and how many \`families\` are written to, each by one mail. In \`all\` with anything in \`leftout\` nothing was
written, and \`enrolled\` is empty. \`?dry=1\` does the same in a transaction that is rolled back, so what it says is what would happen; a payment that the family has begun online is taken for ended there.

All of it is one transaction, \`give-places.ts\`: accounts that pay, then the currency, then classes and learners as [timetable.md](timetable.md) names them, each by id; only then is anything asked or written, so a place that is refused has written nothing, and places go in the order in which they were named.
What is open online for one of the places ends before, if the place is to be given; where the card service says that it was paid, the place is \`already-enrolled\`. So is one that was given before: the same request again, after a lost answer or from two offices at once, gives nothing twice.

An import gives places by the same code, a few families in a transaction together with the accounts and children that it takes in (\`server/features/imports/give-wished.ts\`), so a process that dies leaves no family half, and the same file sent again goes on. It sends no mail, and a place that a family is paying for online is refused. What it would do is
done a few families at a time and rolled back, with the seats of the lines before left free.
Its orders keep which import gave them (\`orders.importid\`), and the undo of the import ends those that are as it left them: owed and unpaid, or free, with no change, move or renewal, no lesson held and no question of the family since (\`server/features/imports/undo/end-places.ts\`). It goes by the payers, some of them in a transaction: payers are locked, then
their places, then classes and learners. A place ends as when the office cancels it: the debt is struck, the seat goes to who waits or is free, the log has a line; then children and accounts go, with the orders of such places, of which no money ever moved. What was paid, in cash and by transfer too, stays in the books: the place stays with the reason, until the office
cancels it and gives the money back. \`?dry=1\` counts what would end and names what stays. Who was sent a mail since gets one for all places, others none. Asked again, or after a process died, it goes on with what is left.

## Saved cards

A family can save the card that it pays with. Its consent (\`mandates\`: the words as they were read, and when; of reserved places with each sum, its class and the day after which it is decided) is recorded before the card service is asked; the payment that succeeds then saves its card,
in the transaction that records the payment. The consent and the card are one row with a customer of its own at the card service; of an account's cards the newest alone stays. A card that was replaced or removed, one of an
erased account and one of a recovered account pay nothing from that moment on: the row names no account any more, and a job deletes the customer at the card service, as often as it takes, and then the row. A
consent whose payment was not made within a day goes the same way. With a saved card the family pays itself, and its bank may ask. A merge leaves the card with the account that is dropped: no other account pays with it.

## Discounts
A place has one discount, the larger of two, and its order names it (\`discountid\`), with the price (\`fullamount\`) and the reason (\`amountreason\`: the child, or the code’s word). Nothing else is kept of a use: uses are the orders that hold or have a place, so a place that ends gives its use back, and a discount that is ended stays with the places that have it.
- **Siblings.** Children are those for whom one account pays, without the account itself; of two households each payer’s count for themselves. They are counted in the term of the class’s next lesson by the order in which their places were taken: a place counts once it is taken, or within one payment. A class outside of every term has no discount for siblings. It is taken off wherever the school sets the price: online, by hand one by one or together,
  by an import and where places are renewed. It is not where the office names another sum or gives a place free of charge, nor of trial lessons, nor of the specification’s payment that names no class. What is frozen in an order stays, whichever places end later.
- **Runs** take the discount for siblings off each month or term of what they bill, counted by the places that stand then in the term of the lessons: a charge of kind \`discount\` beside the tuition. A sum comes off a class’s month or term once, and not where the first sum had it. Each lesson is noted at what is left of it (\`chargelessons.amount\`), which is what one that is not held gives back. Codes are for what a place is taken for.
- **Codes** are taken in any case where families pay by card or take a place that is free by it. Unknown, ended, too early, too late or for other classes is one refusal, \`code-unknown\`; a used-up one is \`code-used-up\`. Where uses are bounded the code’s row is locked in the transaction that holds the seat. A payment that comes in after its time keeps its sum, and goes back where all uses of its code are taken by then. A place whose sum the office changes has no discount any more.
- What is left of a price and cannot be charged to a card costs nothing. The price of a trial lesson is taken off after a discount.

## Trial lessons
An order with a \`lessonid\` is of a trial lesson. It goes through the same states, and holds and takes the place of a guest in that lesson in place of a seat: \`server/features/enrolments/place-of-order.ts\` alone knows the difference. While it is paid for the order itself holds the place, as the count of free
places has it; once it is paid, or costs nothing, the learner is a guest of the lesson. There is no enrolment beside it, and its movements count no seats. A learner has one of a class, held by the class's lock; one that was given back counts no more. What follows the lesson is a job's (\`trials\`): one that is cancelled or
gone, or whose learner takes a place in the class before, ends with its money; of one that is moved its family is told; after it they are told how to enrol. Where the school takes the price off (\`trialfee\`), the order of the place names the trial (\`trialid\`), locks it in the transaction that holds the seat, and a unique index
takes it off once; the receipt says so. Asked for again while it is open, the place costs the same: the trial stays taken off until the order ends. Places that the office gives by hand cost what the office says.

## Reserved places

A class may need so many learners to run (\`classes.runsfrom\`) by a day (\`decideby\`). Until that is decided its places are reserved. With \`reservemode\` \`giveback\` a place is paid as any other, and cancelled freely until then. With \`later\`, which is what a school has until it says otherwise, the order has \`reserves\`: a setup intent saves the card, by a consent of the
family as in any other payment, and the order is \`held\` without an end (\`reservedat\`, who agreed in \`agreedby\`), at the price of that moment. Orders that one card was saved for keep their \`checkoutid\` until each goes its own way.
\`POST /class/{id}/decide\`, or the job \`class-decisions\` once the day is over at the school, locks the class, counts who has a place or a reserved one, and writes \`decided\` once; a card that is saved at that moment comes before it or after it, by the same lock. What follows is the job's, and may be done twice: where the class runs, reserved orders are due and \`charge-reserved.ts\` charges each by
an intent of its own, made and confirmed under keys of the order, so that no process and no retry charges twice; where not, the class is called off with all that was paid going back, reserved places expire without the card service being asked, and each family gets one mail with similar classes that fit its week. A card that is refused, was removed, or is another account's leaves the order \`intent\`
for three days: the family is told and pays by itself, at the price that was reserved. What is decided stays, however many are left; the office is told where they are too few.

## Billing by the lesson

A class may be billed by the term or month (\`classes.billing\`; \`once\` is what every class is until the office says otherwise): its price is then a lesson’s. It needs class prices; the school’s form refuses one fee for all while a class is billed so.

The first sum of a place is its order, for the lessons left in the term or calendar month of the class’s next lesson (outside of all terms: what is left of the class). \`orders.billfrom\` and \`billto\` are the days of those lessons, and \`chargelessons\` holds each
of them once the place is taken. A run (\`POST /billing\`, a job) charges what is not held there yet, a class in a transaction: the lesson, the charge and how far the run is are written together or not at all. \`chargelessons\` is unique by lesson and learner, so no lesson is billed twice
whatever the periods, however many workers there are and wherever a process died. Places that were taken while the class was billed once are not billed by runs, nor are those that an admin gave for nothing; another sum that was agreed is agreed for the first sum alone.

A billed lesson that the school cancelled or took out of the plan is credited by the next run of its class, at what was billed for it. A place that ends is credited the lessons that are not held (unless the school keeps all); those of the first sum go back with the order as ever, and what was credited of
them counts as held. A place that goes to another child takes its billed lessons along. A charge that an admin reverses stays billed: no run asks for it again, and its lessons are not credited. What a run took off it is reversed with it.

## Calling a class off

\`POST /class/{id}/calloff\` with a reason, what goes back (\`whole\`, \`lessons-left\`, \`none\`) and a key; \`?dry=1\` says what would happen, which the office may ask, while admins alone do it. One transaction takes the class off every list, cancels its lessons to come, ends its waiting list and its holds and
writes down what is to be done (\`calloffs\`). A job then ends its places, a family at a time: what was owed is struck, what was paid in cash or by transfer becomes due back by hand, what came by card goes back by the workers that refund any other place, and the family gets one mail that says so of each. A process
that dies leaves the rest to the next one; a place that has ended is not ended again, and the same key is answered with what was done (another: \`already-called-off\`). \`lessons-left\` keeps what lessons earned, as any cancellation does; \`none\` keeps all of it. A payment that arrives later goes back whole.
The class keeps its status, with \`calledoffat\`; its page answers 410 with the reason. The money check shows each as one event of the month: what was to go back by each way, and what has not yet.

## Statement

\`GET /account/statement\` and \`GET /families/{userid}/statement\` say what an account owes the school, or gets back where it is negative. The balance is the sum of the lines and stands nowhere; lines come from the sources that \`server/features/statement/read-statement.ts\` lists, one query each. \`GET /account/statement.pdf\` and \`GET /families/{userid}/statement.pdf\` print the same lines as invoices are printed.

| Lines | From | Sum |
| --- | --- | --- |
| \`place\`, \`reduction\` | orders that gave a place | its price on the day on which it began, and the difference to what was agreed; a free place has both |
| \`tuition\`, \`fee\`, \`latefee\`, \`discount\`, \`credit\`, \`writeoff\`, \`reversal\` | charges | what an admin or a run charged or credited, on its day; a reversal is the opposite of what it takes back |
| \`struck\` | a debt whose place ended, or whose class was taken off | what was owed, negative, on that day |
| \`cancelled\` | a place that ended (\`orders.endedat\`) | what of its price the school does not keep, negative |
| \`charge\`, \`cash\`, \`transfer\`, \`refund_failed\` | the ledger | what came, or came back to the school, negative |
| \`cash\`, \`transfer\` of no single place | the ledger, by its \`userid\` | what a family paid at the school, negative, on the day that the office says |
| \`refund\`, \`chargeback\`, \`cash_refund\`, \`transfer_refund\` | the ledger | what went back |
| \`goodwill\` | card payments of which more went back than is due | that, negative: no one is asked for it |

A payment that gave no place has its money alone, so it is a credit until it has gone back. An order that was not paid has no line, nor has one that an admin ended since the card service does not know its payment. So what is positive is what the money check calls \`owed\`, and what is negative
lies with the school: \`owed-back\`, or a refund that is under way or was refused.

## Invoices
\`POST /invoices\` issues one over charges and places of one account that no invoice says, for a sum above zero. In one transaction the account's row is locked, what is billed is read, the number is taken, what the
invoice says is settled, its lines are written and the mail goes into the outbox.

- **Numbers** (\`invoicenumbers\`): a row a year, by the school's clocks, raised by one statement whose lock lasts until the commit. Whatever fails or dies gives its number back, so there is no gap and no double; a credit note takes the next one.
- **What it says** (\`invoices.printed\`) is JSON: sums, addresses, tax by rate, and every word as it is printed. Nothing of it changes when the school, the family, a price or a message does; the PDF is made of it whenever it is asked for and is the same bytes
  ([decision 60](decisions/060-prints-as-pdf.md)). Tax is included in each line and rounded there; the sums by rate are those of the lines.
- **Once**: a charge or a place is on one invoice that is not void (\`invoicelines.stands\`, a unique index). A charge that was reversed before it was invoiced is left out with its reversal; one that is reversed later has its reversal on a later invoice.
- **Void** (\`POST /invoices/{id}/void\`): it keeps its number, its lines are free to be invoiced again, or its charges are reversed (\`strike\`), and a credit note over the opposite sums says why.
- What had been **paid** for its places when it was issued is printed on it. Whether it has been paid since is derived, never stored.

A merge brings invoices along. An account that is erased leaves them in the books as they were issued, name and address included; its owner reads them no more. Where anything is open between the account and the school (\`GET /account/erasure\` says before what will be), an account without a name takes its books over: orders, charges, movements, invoices. The
school settles it like any other family’s, and finds it by \`GET /families/former\`; a job ends it once nothing is open any more, and from then on the rows name no account ([decision 61](decisions/061-books-of-an-erased-account.md)).

What is owed goes with who pays. A child that stays with a guardian takes its places along that are owed, and what was charged for it that no invoice says, unless the account has paid that. At a take-over all that was owed or invoiced stays with who owed it. Runs bill who pays for a place as long as the learner is theirs or they are a guardian
who may pay, and else the account of the learner.

## Invoices that are not paid in time

\`openaccounts\` has each account that was charged, invoiced or got money back until a worker has seen that it owes nothing beside places; what it owes is always summed. The job \`debts\` looks at each once a day of the school's, in one transaction that has the account's row locked: it writes that an invoice is due
in three days, that it was due, and charges late fees. \`duenotices\` has what was written of each invoice, so that neither a second process nor a crash writes or charges twice; the charge's key is the invoice (\`latefee.\` and its id). Sums are put into the mails when these are sent; who owes nothing then, or is owed as much by the school, gets none.

- **A late fee** falls on the day that the mail about the overdue invoice has named: so many days after the invoice was due as the settings say, and of a mail that came late as many days after it as one on time would have left, at least one. Its sum is the one that was announced.
- **None falls** where that mail was not sent before the day (to a family without an address, say), for an invoice that was due before the school had a late fee or is in another currency, nor once the school has none any more. It includes no tax.
- A worker that finds an invoice long overdue writes once that it was due, and never that it is due soon. An invoice that is paid in instalments gets neither these mails nor a late fee.

## Payments of a family

\`POST /movements\` notes what a family paid at the school for whatever it owes: one row of the ledger with \`userid\`, neither of an order nor of a checkout. What of it paid which place (or which invoice) stands in \`allocations\`; \`findMovements\` gives an order its parts as movements, so that receipts, what goes back
and the money check know them like any other. A place is paid whole: the oldest that is owed first, as long as this payment and what was left of those before suffice. What earlier payments left over counts less what the family was charged beside its places. The rest is credit, in the balance alone.
Where a merge is undone, what the payments of the one family paid of the other's is taken away there: a place is owed again, and the money is credit of the family that paid it. A place that has ended becomes the payer's.

## Invoices paid by card

\`POST /invoices/{id}/pay\` says how to pay what is open of an invoice, and of others that \`invoiceids\` names, in one payment; places on them that are owed are paid at the school. \`familypayments\` has it: \`open\` until the card service says that it is paid or cancelled, \`paid\` with the movement by which it is in the
ledger, or \`ended\`. There is one open payment a family: asked again for the same sum and invoices it is that one, and anything else cancels it first. After an hour a job cancels it at the card service.

What the card service says decides, whichever asks it: the page (\`POST /invoices/{id}/paid\`), its event, the job that cancels, or the family that pays again. In one transaction, with the account's row and then the payment's locked, its movement is added (a \`charge\` with \`userid\`), pays the invoices that it was for as far as they are open still, then others, the
oldest first, and the mail is written; the card is saved where the family asked for it. So an invoice that was paid at the school or made void meanwhile leaves credit. The payment of an account that was erased meanwhile pays its invoices, too.

What goes back past the school, by a refund at the card service or a lost dispute, is a movement that names the one by which it came (\`returnof\`). It is taken from the family's credit; for what is more than that the invoices are open again, the last that was paid first.

## Instalments

\`POST /invoices/{id}/instalments {parts}\` says how what is open of an invoice is paid in two to six parts: the first one now, the others each a month later on the same day of the month, or on its last. Nothing is agreed to before the first part is paid: the payment (\`familypayments.plan\`) has the parts and the words that were read,
and the transaction that records it writes the \`instalments\`, where the account has a card saved then; else it was a part of the invoice that was paid. They say when how much is due, and nothing of them is summed: what of an invoice is due by a day is all that is open but the parts whose day is yet to come (\`server/features/ledger/due-by-day.ts\`), so money that came
otherwise pays the next part first, and an invoice is overdue only where a part is. No part takes more than that leaves of it; one of which nothing is left is \`waived\`.

\`POST /checkout {instalments}\` does the same for places: the first instalment pays them, each its share, and they are taken with it. What a place costs beside it is \`orders.restamount\`; the transaction that takes the places charges it (\`tuition\`, key \`rest.{order}\`) and issues one invoice over the places and these charges, of which the instalments are.
Where a place ends, the school keeps the same part of that charge as of the first instalment, and the rest is credited (\`ended.{order}.rest\`); what the first instalment paid goes back to the card as ever, and what later ones have paid beyond what is owed is credit. Credit pays before a card is tried and before the family is asked for a payment.

An owed place that goes on an invoice is charged with it: the place costs nothing more by itself (\`orders.amount\` is 0, \`restamount\` what it cost), and its charge is paid as any other, in parts, by credit, by card or in instalments. If it ends, what is charged of it is credited, but for lessons that were held where the rule of its ending keeps those.

A job tries the card at nine in the morning of the day. The part is \`trying\` and names its payment before the card service is asked; the payment has one intent, which is made, saved, and only then confirmed with the saved card. An intent is paid once, so a try that is repeated, by two workers or after a kill, pays nothing twice; what became of it the card service is
asked. What it refuses is noted, the intent is cancelled, the family gets a mail with the link \`/account/money?pay={id}\`, and the card is tried again 3 and 7 days after the day; after that the part is \`failed\`, and the office sees it on its first page until it is paid. A family that pays while the card is tried cancels the try first; while it has a payment open no try begins.

The card of the account that agreed pays, and no other: after a merge, and once the card is gone (by a recovery), the account that owes the invoice is asked by the same mails. \`DELETE /account/cards\` is refused while instalments are to be taken (\`instalments-running\`); a new card that is saved takes the place of the old one. An account that is erased leaves its parts \`waived\`, and what is
open stays in the books. \`PUT /instalments/{id}/paid\` notes what is left of a part as paid at the school; a try ends before. Of a card that expires within a month while instalments run the family is told once.

## Money check

The money check of a month (\`/admin/money\`, \`GET /api/money\`) has a line for each payment, and one of these verdicts for it: what the card service has, what the
ledger has, and the places with their prices. Where several are true, a record that contradicts another comes first: no admin can decide it, and the operator mends it.

| Verdict | Meaning | Who mends it |
| --- | --- | --- |
| \`matched\` | What is kept of it is what its places cost. | |
| \`refunded\` | Its places have ended, and all that goes back has gone. | |
| \`owed\` | An admin gave the place, and the family pays at the school later. | the office, once it is paid |
| \`owed-back\` | It was paid at the school and its place has ended: an admin pays it back and says so. | the office |
| \`paid-not-enrolled\` | More is kept than its places cost. | the office: the payer is enrolled where that is possible, else refunded |
| \`enrolled-not-paid\` | A place stands, and nothing is kept for it. | the office: the place ends |
| \`partly-refunded\` | Places stand of whose price a part went back. | the office: the places end, or are kept |
| \`ledger-differs\` | The ledger has another sum than was paid or went back. | the operator |
| \`amount-differs\` | The order has another price than its place, or than was paid. | the operator |
| \`refunded-too-much\` | More went back than was due. | the operator |
| \`order-without-enrolment\` | It was paid and enrols the learner, but there is no place. | the operator |
| \`enrolment-without-order\` | There is a place, but its payment has ended or never came. | the operator |

\`doctor\` ([operations.md](operations.md)) asks the same of all payments at once.

Each figure of a month (\`sums\`: by card, in cash, by transfer, still owed, given back) is the sum of places that \`GET /money/places\` names, a page at a time, and \`GET /money/places.csv\` all of them: which family and learner, which class, the day and the
sum. The office may read them; the file of all payments stays with admins.

## Lessons

Where each class has its own price, a class under way costs the lessons that are left: its price × left ÷ all, cancelled lessons in neither number, halves of
a cent up (\`partOf\`). Both numbers are of the term that is sold: lessons whose planned day is on or after the first day of the class's present plans, or all
where it has no plan any more. So five lessons that are planned after five that were held cost the whole price until the first of them begins. The order
keeps both numbers (\`lessonsleft\`, \`lessonsof\`) as of the moment at which it was made, \`createdat\`; a payment that named no class is bound to one at the price
of that moment. A class whose lessons have all begun takes no one any more, whatever the school charges: no one begins to wait for it, and a seat that comes
free is not offered until the class is planned anew.

Who leaves gets back what was paid for the lessons that were not held since: paid × (left then − held since) ÷ left then, rounded likewise. The sum was paid
for so many lessons and not for certain days, so lessons that the school adds after the payment change neither the sum nor what one lesson of it is worth:
those that are held use it up like any other, and once as many were held as were left then, nothing goes back. A lesson that the
school cancelled was not held; one that was made up on another day is held then. The rest is \`earned\` of the order, and fixed with the transition that ends
the place: it never goes back by the school, whether a student, an admin or the end of an account ends the place, and the money check expects it to stay. Of an
order that earned something a refund names its sum, as of one of several. A flat fee, and a class without lessons, go back whole.

A learner who would have two lessons at the same time is enrolled only where the payer has said so (\`confirmclash\`), whatever the way: the check is made with the
classes' and the learner's rows locked, in the transaction that holds the seat, and again where a payment that came late takes one anew. What was confirmed
stands in \`confirmedclashes\` and is not asked again.

\`CANCEL_FROM\` says from when the time to cancel counts: from enrolling, or from the first lesson after it. A lesson that is moved or cancelled moves the end of
that time with it, and never to before what the student was told on enrolling.
`;
}

test('docs/payments.md shows the states and transitions that there are', async () => {
  await expect(drawPage()).toMatchFileSnapshot('../../../docs/payments.md');
});

describe('an order', () => {
  test('goes no way that the table does not have', () => {
    expect(() => checkTransition(['refunded'], 'enrolled')).toThrow(
      'No order goes from refunded to enrolled.',
    );
    expect(() => checkTransition([...HOLDING, 'refunded'], 'expired')).toThrow('from refunded to expired');
    expect(() => checkTransition(HOLDING, 'expired')).not.toThrow();
  });

  test('can be in every state of the table', () => {
    const reached = new Set<OrderState>(['held']);
    for (let before = 0; before < reached.size; ) {
      before = reached.size;
      for (const { from, to } of TRANSITIONS) if (from.some((state) => reached.has(state))) reached.add(to);
    }
    expect([...reached].sort()).toEqual(Object.keys(ORDER_STATES).sort());
  });
});
