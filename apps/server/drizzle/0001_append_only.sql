-- What was booked or invoiced is never changed: corrections are further rows.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end
$$;
--> statement-breakpoint
create trigger append_only before update or delete on ledger_transfers for each row execute function refuse_change();
--> statement-breakpoint
create trigger append_only before update or delete on ledger_entries for each row execute function refuse_change();
--> statement-breakpoint
create trigger append_only before update or delete on invoices for each row execute function refuse_change();
