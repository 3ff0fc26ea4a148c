-- Books in which everything is right: O1 was paid; O2 is being paid; O3 was closed and then paid
-- late; O4 came after its payment, which was adopted; O5 failed.
set search_path to core;

insert into merchant (merchant_no, name) values ('M1', 'one'), ('M2', 'two');

insert into channel_account (channel, account, channel_family, merchant_no)
values ('hmac', 'acc', 'hmac', 'M1');

insert into orders (order_no, merchant_no, merchant_order_no, amount, currency)
values
  ('O1', 'M1', 'mo1', 59900, 'CNY'),
  ('O2', 'M1', 'mo2', 1000, 'CNY'),
  ('O3', 'M1', 'mo3', 2000, 'CNY'),
  ('O4', 'M1', 'mo4', 3000, 'CNY'),
  ('O5', 'M1', 'mo5', 4000, 'CNY');

update orders set status = 'PAYING', channel = 'hmac', channel_account = 'acc';
update orders set status = 'SUCCESS' where order_no in ('O1', 'O4');
update orders set status = 'CLOSED' where order_no = 'O3';
update orders set status = 'FAIL' where order_no = 'O5';

insert into order_transition (order_no, from_status, to_status, cause)
values
  ('O1', 'INIT', 'PAYING', 'pay'), ('O1', 'PAYING', 'SUCCESS', 'callback'),
  ('O2', 'INIT', 'PAYING', 'pay'),
  ('O3', 'INIT', 'PAYING', 'pay'), ('O3', 'PAYING', 'CLOSED', 'callback'),
  ('O4', 'INIT', 'PAYING', 'pay'), ('O4', 'PAYING', 'SUCCESS', 'adoption'),
  ('O5', 'INIT', 'PAYING', 'pay'), ('O5', 'PAYING', 'FAIL', 'callback');

insert into channel_payment
  (channel_family, account, transaction_id, channel, order_no, amount, currency, outcome, delivery_id, received_at)
values
  ('hmac', 'acc', 'T1', 'hmac', 'O1', 59900, 'CNY', 'SETTLED', 'cb1', now()),
  ('hmac', 'acc', 'T3', 'hmac', 'O3', 2000, 'CNY', 'SUSPENDED', 'cb3', now()),
  ('hmac', 'acc', 'T4', 'hmac', 'O4', 3000, 'CNY', 'ADOPTED', 'cb4', now());

insert into ledger_account (kind, owner, currency)
values ('CLEARING', 'hmac', 'CNY'), ('SUSPENSE', '', 'CNY'), ('MERCHANT', 'M1', 'CNY'), ('MERCHANT', 'M2', 'CNY');

insert into account_balance (account_id, slot, balance)
values (1, 0, -60000), (1, 3, -4900), (2, 0, 2000), (3, 0, 62900);

insert into ledger_entry (kind, source_id, debit_account, credit_account, amount, currency, order_no)
values
  ('SETTLE', '1', 1, 3, 59900, 'CNY', 'O1'),
  ('SUSPEND', '2', 1, 2, 2000, 'CNY', 'O3'),
  ('SUSPEND', '3', 1, 2, 3000, 'CNY', 'O4'),
  ('ADOPT', '3', 2, 3, 3000, 'CNY', 'O4');

insert into payment_case (kind, payment_id, channel, channel_family, account, order_no, amount, currency)
values
  ('LATE_SUCCESS', 2, 'hmac', 'hmac', 'acc', 'O3', 2000, 'CNY'),
  ('UNKNOWN_ORDER', 3, 'hmac', 'hmac', 'acc', 'O4', 3000, 'CNY');

update payment_case
set status = 'CLOSED', closed_at = now(), resolution = 'ADOPTED', reason = 'the order appeared'
where payment_id = 3;

insert into outbox (event_id, event_type, order_no, body, traceparent, sent_at)
values
  ('evt_1', 'payment.succeeded', 'O1', '', '00', now()),
  ('evt_3', 'payment.closed', 'O3', '', '00', now()),
  ('evt_4', 'payment.succeeded', 'O4', '', '00', now()),
  ('evt_5', 'payment.failed', 'O5', '', '00', now());

insert into notify.notification
  (notification_id, event_id, order_no, event_type, merchant_no, amount, currency, sequence, plan,
   ack_rule, body, state, traceparent, delivered_at)
values
  ('ntf_1', 'evt_1', 'O1', 'payment.succeeded', 'M1', 59900, 'CNY', 1, 'default', 'BODY_SUCCESS', '', 'DELIVERED', '00', now()),
  ('ntf_3', 'evt_3', 'O3', 'payment.closed', 'M1', 2000, 'CNY', 1, 'default', 'BODY_SUCCESS', '', 'DELIVERED', '00', now()),
  ('ntf_4', 'evt_4', 'O4', 'payment.succeeded', 'M1', 3000, 'CNY', 1, 'default', 'BODY_SUCCESS', '', 'SCHEDULED', '00', null),
  ('ntf_5', 'evt_5', 'O5', 'payment.failed', 'M1', 4000, 'CNY', 1, 'default', 'BODY_SUCCESS', '', 'DELIVERED', '00', now());
