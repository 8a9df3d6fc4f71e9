-- When a session ends whatever is done with it (decision 30). One from before ends as if it had been opened under this rule.
alter table session add expires_at timestamptz;
update session set expires_at = session.created_at
  + case account.role when 'learner' then interval '180 days' else interval '7 days' end
from account where account.id = session.account_id;
alter table session alter expires_at set not null;
update refresh_token set expires_at = refresh_token.issued_at + interval '12 hours'
from session join account on account.id = session.account_id
where session.id = refresh_token.session_id and account.role <> 'learner';

-- A token's first use now retires every other one of its session, whichever it was traded for.
drop index refresh_token_predecessor;
alter table refresh_token drop predecessor_hash;
