ALTER TABLE "shop_orders" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- During an update nodes of two releases serve one database. Those that know no installations would book the product alone, and no
-- refund would fit any more. The payment stays open, and a node of this release settles it.
create function refuse_unknown_installation() returns trigger language plpgsql as $$
begin
  raise exception 'the order % has an installation, which this node''s release does not know', old.reference;
end
$$;
--> statement-breakpoint
create trigger knows_installation before update on shop_orders for each row
  when (new.installation_id is not null and new.revision = old.revision
    and (new.state in ('paid', 'cancelled') and new.state <> old.state or new.refunded_units <> old.refunded_units))
  execute function refuse_unknown_installation();
